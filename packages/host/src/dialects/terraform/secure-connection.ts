import type { Socket } from 'node:net'
import { connect, TLSSocket } from 'node:tls'
import { openSocket } from '@slipway/protocol'
import type { Certificate } from './certificate.ts'
import type { Handshake } from './handshake-line.ts'

/** A connection to a provider. With `own` it is encrypted, and each side accepts exactly one certificate: see `standing`. */
export function connectionTo({ address, certificate }: Handshake, own: Certificate | undefined): Socket {
  const socket = openSocket(address)
  if (own === undefined || certificate === undefined) return socket
  return connect({
    socket,
    key: own.key,
    cert: own.certificate,
    // To trust one authority, Node first reads all those of the system, which takes 20 ms.
    ca: [],
    rejectUnauthorized: false,
    ALPNProtocols: ['h2'],
    minVersion: 'TLSv1.2',
  })
}

/**
 * Resolves once the connection is made, with exactly this certificate if it is encrypted, or with the reason why it is not. Nothing may be sent
 * before. Never rejects.
 */
export function standing(
  socket: Socket,
  { certificate }: Pick<Handshake, 'certificate'>,
  withinMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const event = 'authorized' in socket ? 'secureConnect' : 'connect'
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => settle('it did not complete the connection in the time that a plugin has to start'),
      withinMs,
    )
    const onAbort = (): void => settle('it was stopped while it started')
    const onError = (error: Error): void => settle(`there is no connection to it: ${error.message}`)
    const onClose = (): void => settle('it ended the connection at once')
    const onStanding = (): void =>
      settle(isStranger(socket, certificate) ? 'it has another certificate than it printed' : undefined)
    const settle = (problem: string | undefined): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off(event, onStanding).off('close', onClose)
      if (problem !== undefined) socket.destroy()
      resolve(problem)
    }
    signal.addEventListener('abort', onAbort)
    socket.once(event, onStanding).once('close', onClose).once('error', onError)
    if (signal.aborted) onAbort()
  })
}

function isStranger(socket: Socket, certificate: Buffer | undefined): boolean {
  if (!(socket instanceof TLSSocket)) return false
  return certificate === undefined || socket.getPeerX509Certificate()?.raw.equals(certificate) !== true
}
