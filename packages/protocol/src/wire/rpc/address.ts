import { connect, type Socket } from 'node:net'

/** The address of a peer: this machine only, over loopback or a unix socket. */
export type LocalAddress = { readonly port: number } | { readonly socketPath: string }

export const loopback = '127.0.0.1'

export function formatAddress(address: LocalAddress): string {
  return 'port' in address ? `${loopback}:${address.port}` : address.socketPath
}

export function openSocket(address: LocalAddress): Socket {
  return 'port' in address
    ? connect({ host: loopback, port: address.port, noDelay: true })
    : connect({ path: address.socketPath })
}
