/** A small web server for the example: the pages of a folder, a health check, and a greeting behind a password. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'

const { PORT = '8642', PUBLIC = 'build/public', CONFIG = 'build/config.json' } = process.env
const config = JSON.parse(readFileSync(CONFIG, 'utf8'))
const types = { html: 'text/html', css: 'text/css' }

/** The file that a path names, never outside the folder. */
function fileOf(path) {
  const inside = normalize(`/${decodeURIComponent(path)}`)
  return join(PUBLIC, inside.endsWith('/') ? `${inside}index.html` : inside)
}

async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/health') return response.end(`${config.site}\n`)
  if (pathname === '/greeting') {
    const known = searchParams.get('password') === config.password
    return response.writeHead(known ? 200 : 403).end(known ? `${config.greeting}\n` : 'Who are you?\n')
  }
  try {
    const file = fileOf(pathname)
    const content = await readFile(file)
    response
      .writeHead(200, { 'content-type': `${types[file.split('.').pop()] ?? 'text/plain'}; charset=utf-8` })
      .end(content)
  } catch {
    response.writeHead(404).end('There is no such page.\n')
  }
}

const server = createServer((request, response) => void answer(request, response))
server.on('error', (error) => {
  const isTaken = error.code === 'EADDRINUSE'
  console.error(isTaken ? `port ${PORT} is taken; slipway up --var port=N takes another one` : error.message)
  process.exit(1)
})
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`website ${config.site} listens on http://127.0.0.1:${PORT}`),
)
process.on('SIGTERM', () => process.exit(0))
