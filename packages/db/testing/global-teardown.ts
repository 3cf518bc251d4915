export default async function globalTeardown(): Promise<void> {
  await globalThis.testRun?.run.close();
  await globalThis.testRun?.server?.close();
}
