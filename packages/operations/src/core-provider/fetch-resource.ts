import { type CallControl, Failure, messageOf } from '@slipway/model'
import { redirectionOf } from './redirection.ts'

/** The time limit for the whole response, in milliseconds. */
const patience = 30_000

/**
 * Fetches an http or https address. Follows redirections, but not from https to http.
 *
 * @throws Failure `cli/function-input` for another address; `cli/http-resource` for no response, an error response, or a response that is larger
 * than `most` bytes
 */
export async function fetchResource(url: string, most: number, control: CallControl = {}): Promise<Buffer> {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !/^https?:$/.test(address.protocol) || address.username !== '') {
    const hint =
      'write the address as "https://example.com/config.json"; an address that needs a password cannot be read'
    throw new Failure('cli/function-input', 'http_resource needs a public http or https address', { hint })
  }
  // Hide the query, which often contains a key.
  const shown = `${address.origin}${address.pathname}`
  const deadline = AbortSignal.timeout(Math.min(control.deadlineMs ?? patience, patience))
  const signal = control.signal === undefined ? deadline : AbortSignal.any([control.signal, deadline])
  try {
    const response = await followed(address, signal)
    if (!response.ok) {
      await response.body?.cancel()
      throw new Failure('cli/http-resource', `${shown} answers ${response.status} ${response.statusText}`.trimEnd())
    }
    return await bodyOf(response, most, shown)
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown
    throw new Failure(
      'cli/http-resource',
      `${shown} cannot be read: ${deadline.aborted ? 'no answer in time' : causeOf(thrown)}`,
    )
  }
}

/** The maximum number of redirections in a row. */
const mostRedirections = 10

async function followed(address: URL, signal: AbortSignal): Promise<Response> {
  let from = address
  for (let hop = 0; hop <= mostRedirections; hop++) {
    const response = await fetch(from, { signal, redirect: 'manual' })
    const next = redirectionOf(from, response)
    if (next === undefined) return response
    await response.body?.cancel()
    from = next
  }
  throw new Failure('cli/http-resource', `${address.origin}${address.pathname} redirects in a loop`)
}

async function bodyOf(response: Response, most: number, shown: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Failure('cli/http-resource', `${shown} answers with more than ${most / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

/** Returns the reason for a failed `fetch`, which is only in the error's cause. */
function causeOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.cause !== undefined ? messageOf(thrown.cause) : messageOf(thrown)
}
