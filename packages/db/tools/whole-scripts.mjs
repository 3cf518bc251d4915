/**
 * Prisma's adapter splits a script at every semicolon, even inside a function body. PostgreSQL accepts the
 * whole script, which is what the native engine sends.
 */
export function sendWholeScripts(connection) {
  connection.executeScript = async script => {
    try {
      await connection.client.query(script);
    } catch (error) {
      connection.onError(error);
    }
  };
  return connection;
}
