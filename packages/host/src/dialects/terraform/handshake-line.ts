import { isAbsolute } from 'node:path'
import type { LocalAddress } from '@slipway/protocol'
import type { ProtocolVersion } from '@slipway/protocol/terraform'
import { quoted } from '../../quoted.ts'

/** The line that a provider prints once it listens. */
export interface Handshake {
  readonly address: LocalAddress
  readonly protocolVersion: ProtocolVersion
  /** DER; absent: it speaks without encryption. */
  readonly certificate?: Buffer
}

/** Characters. Shorter text is no certificate. */
const shortestCertificate = 50

/**
 * Reads the line `1|5|unix|/tmp/plugin123|grpc|CERTIFICATE`: the version of the handshake, that of the protocol, the address, how it
 * speaks, and the certificate. Returns a problem as the end of a sentence that begins with the provider.
 */
export function handshakeIn(line: string): Handshake | string {
  const [core = '', version = '', network = '', address = '', protocol, certificate = ''] = line.trim().split('|')
  if (address === '') return `printed ${quoted(line)} where its address was expected`
  if (core !== '1') return `speaks version ${quoted(core)} of the handshake, and Slipway speaks version 1`
  if (version !== '5' && version !== '6')
    return `speaks version ${quoted(version)} of the protocol of Terraform, and Slipway speaks versions 5 and 6`
  if (protocol !== 'grpc') return `speaks ${quoted(protocol ?? 'net/rpc')}, and Slipway speaks gRPC`
  const at = addressIn(network, address)
  if (at === undefined) return `listens at ${quoted(`${network} ${address}`)}, which is not an address of this machine`
  return {
    address: at,
    protocolVersion: version === '5' ? 5 : 6,
    ...(certificate.length >= shortestCertificate && { certificate: Buffer.from(certificate, 'base64') }),
  }
}

function addressIn(network: string, address: string): LocalAddress | undefined {
  if (network === 'unix') return isAbsolute(address) && !address.includes('\0') ? { socketPath: address } : undefined
  const [, port = ''] = /^(?:127\.0\.0\.1|localhost):(\d{1,5})$/.exec(address) ?? []
  return network === 'tcp' && Number(port) > 0 && Number(port) < 65_536 ? { port: Number(port) } : undefined
}
