import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { PORT = '8642', WORDS = 'build/words.json' } = process.env
const { greeting } = JSON.parse(readFileSync(WORDS, 'utf8')) as { readonly greeting: string }

createServer((request, response) => {
  console.log(`${request.method} ${request.url}`)
  response.end(`${greeting}\n`)
}).listen(Number(PORT), '127.0.0.1', () => console.log(`listens on ${PORT}`))
