import { finished } from 'node:stream/promises'
import { release } from '@slipway/archives'
import { Again, ask, persistently, type Answered, type Line, type Matter } from './asking.ts'
import { badAnswer, reasonOf } from './failures.ts'
import type { DownloadOptions } from './http-client.ts'
import { Part } from './part.ts'
import { isLost } from './retry.ts'

const usualLimit = 4 * 1024 ** 3

/** Downloads a complete file, over as many connections as that takes; see `HttpClient.download`. */
export async function download(
  line: Line,
  matter: Matter,
  file: string,
  options: DownloadOptions,
): Promise<{ readonly sha256: string; readonly size: number }> {
  const part = await Part.open(file, matter.url.href, options.sha256 !== undefined)
  let isWhole = false
  try {
    await persistently(line, matter, () => bring(line, matter, part, options))
    const sha256 = part.digest()
    if (part.isResumed && options.sha256 !== undefined && sha256 !== options.sha256) {
      await part.restart()
      await persistently(line, matter, () => bring(line, matter, part, options))
    }
    isWhole = true
    return { sha256: part.digest(), size: part.size }
  } finally {
    await part.close(isWhole)
  }
}

async function bring(line: Line, matter: Matter, part: Part, options: DownloadOptions): Promise<void> {
  const asked = { ...matter, accepts: [...matter.accepts, 416] }
  const answered = await ask(line, asked, { ...part.headers(), 'accept-encoding': 'identity' })
  const { status, answer } = answered
  if (status === 416) {
    answer.destroy()
    const whole = /^bytes \*\/(\d{1,15})$/.exec(answer.headers['content-range'] ?? '')?.[1]
    if (part.size > 0 && Number(whole) === part.size) return
    await part.restart()
    throw new Again('it does not have the part that Slipway asked for')
  }
  const total = await begin(answered, part, matter, options)
  await append(answered, part, matter, { ...options, total })
}

/** Prepares the part for the rest of the answer, and returns the total size if the server reports it. */
async function begin(
  { status, answer }: Answered,
  part: Part,
  matter: Matter,
  { size, limit = usualLimit }: DownloadOptions,
): Promise<number | undefined> {
  let total = lengthOf(answer.headers['content-length'])
  if (status === 206) {
    const [, start, whole] =
      /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15}|\*)$/.exec(answer.headers['content-range'] ?? '') ?? []
    if (Number(start) !== part.size || part.isOther(answer.headers)) {
      answer.destroy()
      await part.restart()
      throw new Again('it sends another part than Slipway asked for')
    }
    total = whole === undefined || whole === '*' ? undefined : Number(whole)
  } else if (part.size > 0) {
    await part.restart()
  }
  const reject = (why: string): never => {
    answer.destroy()
    throw badAnswer(matter.subject, matter.url, why)
  }
  if (total !== undefined && total > limit) reject(`it has ${total} bytes, more than the limit of ${limit}`)
  if (total !== undefined && size !== undefined && total !== size)
    reject(`it has ${total} bytes, not ${size} as announced`)
  part.remember(answer.headers)
  return total ?? size
}

async function append(
  { answer }: Answered,
  part: Part,
  matter: Matter,
  { total, limit = usualLimit, progress }: DownloadOptions & { readonly total: number | undefined },
): Promise<void> {
  const before = part.size
  const most = Math.min(limit, total ?? limit)
  progress?.(part.size, total)
  try {
    answer.on('data', (chunk: Buffer) => {
      try {
        if (part.size + chunk.length > most)
          throw badAnswer(matter.subject, matter.url, `more than ${most} bytes arrive`)
        part.write(chunk)
        release(chunk)
        progress?.(part.size, total)
      } catch (error) {
        answer.destroy(error as Error)
      }
    })
    await finished(answer)
  } catch (error) {
    answer.destroy()
    if (!isLost(error)) throw error
    throw new Again(reasonOf(error), { gotFurther: part.isResumable && part.size > before })
  }
  if (total !== undefined && part.size < total)
    throw new Again(`it ends after ${part.size} of ${total} bytes`, {
      gotFurther: part.isResumable && part.size > before,
    })
}

function lengthOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined
}
