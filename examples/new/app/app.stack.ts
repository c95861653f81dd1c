import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stack } from 'slipway'
import * as z from 'zod'

const variables = { port: z.number().int().min(1).max(65_535).default(8642), greeting: z.string().default('Ahoy') }

/** A server on this machine, and the file that it reads its words from. */
export default stack({ name: 'NAME', variables }, (s, v) => {
  const words = s.resource('words', 'local/file', {
    path: 'build/words.json',
    content: JSON.stringify({ greeting: v.greeting }),
  })

  // The server starts anew when its words or its own code are others.
  const code = createHash('sha256')
    .update(readFileSync(join(import.meta.dirname, 'server.ts')))
    .digest('hex')
  const server = s.resource('server', 'local/process', {
    command: process.execPath,
    args: ['server.ts'],
    env: { PORT: String(v.port), WORDS: words.out.path, WORDS_SHA256: words.out.sha256, CODE_SHA256: code },
    health: { http: `http://127.0.0.1:${v.port}/` },
  })

  return { url: `http://127.0.0.1:${v.port}/`, log: server.out.logFile }
})
