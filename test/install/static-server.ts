import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import type { TestContext } from 'node:test'

/** Serves the files of a folder, as any web server does, until the test has ended. Returns its host. */
export async function serveFolder(t: TestContext, root: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(root, normalize(decodeURIComponent(pathname)))
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) response.writeHead(404).end()
    else createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
