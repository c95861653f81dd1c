import type { Descriptor, Form } from '../../descriptor/descriptor.ts'
import type { DefaultHosts } from '../../net/default-hosts.ts'
import { badAnswer } from '../../net/failures.ts'
import { isLoopback, linkIn } from '../../net/urls.ts'
import { objectIn, textIn } from '../json.ts'
import type { Access } from '../source.ts'

export interface TerraformPlaces {
  /** The setting `plugins.registries`: URLs by host. */
  readonly registries: Readonly<Record<string, string>>
  readonly hosts: DefaultHosts
}

export type Provider = Extract<Form, { readonly form: 'terraform' }>

export function providerIn({ form }: Descriptor): Provider {
  if (form.form !== 'terraform') throw new TypeError(`not a provider of Terraform: ${form.form}`)
  return form
}

export function hostOf({ host }: Provider, { hosts }: TerraformPlaces): string {
  return host ?? hosts.terraform
}

/**
 * Asks a host for the address of its providers: `/.well-known/terraform.json` -> `{ "providers.v1": "/v1/providers/" }`.
 * @returns the URL below which this provider is, without a final slash
 * @throws Failure `install/not-found`, `install/bad-answer` and the failures of the client
 */
export async function serviceOf(provider: Provider, places: TerraformPlaces, { http }: Access): Promise<string> {
  const host = hostOf(provider, places)
  const scheme = isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https'
  const base = places.registries[host]?.replace(/\/+$/, '') ?? `${scheme}://${host}`
  const url = `${base}/.well-known/terraform.json`
  const subject = subjectOf(host)
  const answer = await http.get(url, { subject, limit: 256 * 1024, headers: { accept: 'application/json' } })
  const place = textIn(objectIn(parsed(answer.body))['providers.v1'])
  if (place === undefined) throw badAnswer(subject, url, 'it does not say where providers.v1 is')
  return `${linkIn(answer.url, place).replace(/\/+$/, '')}/${provider.name}`
}

export const subjectOf = (host: string): string => `the registry of ${host}`

/** Parses JSON; a text that is not JSON becomes `undefined`. */
export function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
