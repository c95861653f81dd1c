import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Makes a folder for all tests of a file, or of the suite that calls this. */
export function sharedFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `slipway-${name}-`))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Takes servers of the tests, and stops each after all tests of the file, or of the suite that calls this. */
export function stoppedAtEnd(): <S extends { stop(): Promise<void> }>(server: S) => S {
  const servers: { stop(): Promise<void> }[] = []
  after(async () => {
    for (const server of servers) await server.stop()
  })
  return (server) => {
    servers.push(server)
    return server
  }
}
