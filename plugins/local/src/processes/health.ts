import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { connect } from 'node:net'

const requestMs = 2000

/** Asks once. `undefined` when the answer is 2xx or 3xx, otherwise the problem. */
export function problemAt(url: URL, signal: AbortSignal): Promise<string | undefined> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  const limited = AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
  return new Promise((resolve) => {
    const request = get(url, { agent: false, signal: limited }, (response) => {
      const { statusCode = 0 } = response
      response.destroy()
      resolve(statusCode >= 200 && statusCode < 400 ? undefined : `HTTP status ${statusCode}`)
    })
    request.on('error', (error) => resolve(limited.aborted ? `no answer within ${requestMs} ms` : error.message))
  })
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/

/** True when a process already listens at this URL. Only for addresses of this machine. */
export function isTaken(url: URL): Promise<boolean> {
  if (!loopback.test(url.hostname)) return Promise.resolve(false)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: requestMs })
    const answer = (taken: boolean) => () => {
      socket.destroy()
      resolve(taken)
    }
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false))
  })
}
