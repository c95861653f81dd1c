import { isUtf8 } from 'node:buffer'
import { isatty } from 'node:tty'
import { Failure } from '@slipway/model'
import { mostOfText } from '@slipway/source/files'
import type { Console } from '../console/console.ts'

/**
 * The value of a key that the command line does not give: asked for, or the whole standard input. An empty value must be written out, since
 * an empty input is more likely a mistake.
 * @throws Failure `stack/no-value`, `cli/not-utf8`, `cli/file-too-large`
 */
export async function givenValue(console: Console, key: string, isSecret: boolean): Promise<string> {
  const value = console.canAsk ? await askedFor(console, key, isSecret) : await piped()
  if (value !== '') return value
  const command = `slipway config set ${isSecret ? '--secret ' : ''}${key}`
  throw new Failure('stack/no-value', `no value is given for ${key}`, {
    hint: `write the value after the key, or pipe it in: ${command} < FILE; ${command} '' sets it to nothing`,
  })
}

async function askedFor(console: Console, key: string, isSecret: boolean): Promise<string> {
  const { ask, askHidden } = await import('../console/prompt.ts')
  return isSecret ? askHidden(console, `${key}: `) : ask(`${key}: `)
}

/** The standard input, of any kind: a file, a pipe, the socket that other programs make of one. */
async function piped(): Promise<string> {
  // On a terminal that must not ask, it does not wait for input either.
  if (isatty(0)) return ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostOfText)
      throw new Failure('cli/file-too-large', `the standard input has more than ${mostOfText / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  // Read as text, the bytes would become something else, and nobody would notice.
  if (!isUtf8(bytes))
    throw new Failure('cli/not-utf8', 'the standard input is not UTF-8 text', {
      hint: 'configuration must be text: base64 < FILE turns any file into text',
    })
  return bytes.toString('utf8').replace(/\r?\n$/, '')
}
