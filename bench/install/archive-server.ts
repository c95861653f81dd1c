/** `archive-server.ts FOLDER`: serves the files of a folder; prints its port. */
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'

const [folder = ''] = process.argv.slice(2)
const server = createServer((request, response) => {
  const file = join(folder, basename(request.url ?? ''))
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-length': size })
  createReadStream(file, { highWaterMark: 1 << 20 }).pipe(response)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
