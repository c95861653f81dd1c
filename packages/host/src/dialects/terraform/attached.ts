import { messageOf } from '@slipway/model'
import { quoted } from '../../quoted.ts'

/** A provider that was started outside Slipway. */
export interface AttachedProvider {
  readonly id: string
  /** The line that it would have printed; see `handshakeIn`. */
  readonly handshake: string
}

/** The two registries use the same addresses: authors write one of them, projects the other. */
const sameRegistries: readonly string[] = ['registry.opentofu.org', 'registry.terraform.io']

/**
 * Reads the value of TF_REATTACH_PROVIDERS, which authors use to debug their providers. A string describes the fault.
 *
 *     {"registry.terraform.io/hashicorp/time":{"Protocol":"grpc","ProtocolVersion":5,"Pid":12,"Test":true,
 *       "Addr":{"Network":"unix","String":"/tmp/plugin1"}}}
 */
export function attachedProviders(json: string): readonly AttachedProvider[] | string {
  let said: unknown
  try {
    said = JSON.parse(json)
  } catch (error) {
    return messageOf(error)
  }
  if (!isMap(said)) return 'it is not a map of providers'
  const attached: AttachedProvider[] = []
  for (const [address, how] of Object.entries(said)) {
    const addr = isMap(how) ? how['Addr'] : undefined
    if (!isMap(how) || !isMap(addr)) return `${quoted(address)} has no Addr`
    const fields = ['1', how['ProtocolVersion'] ?? 5, addr['Network'], addr['String'], how['Protocol'] ?? 'grpc', '']
    const handshake = fields.map((field) => (typeof field === 'string' ? field : JSON.stringify(field ?? ''))).join('|')
    for (const id of idsOf(address)) attached.push({ id, handshake })
  }
  return attached
}

/** The ids for an address. Without a host, it belongs to the registry; without a namespace, to HashiCorp. */
function idsOf(address: string): readonly string[] {
  const parts = address.split('/')
  const name = parts.slice(-2).join('/')
  const [host = ''] = parts.length > 2 ? parts : sameRegistries
  const full = parts.length === 1 ? `hashicorp/${address}` : name
  return sameRegistries.includes(host) ? sameRegistries.map((registry) => `${registry}/${full}`) : [`${host}/${full}`]
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
