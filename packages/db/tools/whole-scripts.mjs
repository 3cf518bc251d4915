/**
 * Prisma's adapter cuts a script at every semicolon, those inside a body too. PostgreSQL takes a script as
 * it is, which is also what the native engine sends.
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
