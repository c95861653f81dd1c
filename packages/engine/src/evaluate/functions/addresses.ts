import { isIPv4, isIPv6 } from 'node:net'
import { FunctionProblem, number, text } from './argument.ts'
import { parameters } from './core-function.ts'
import type { PlainFunction } from './core-function.ts'

export const addressFunctions: readonly PlainFunction[] = [
  {
    name: 'cidrsubnet',
    summary:
      'Returns a subnet of an address block. The prefix becomes `newbits` bits longer, and `number` is the value of these bits. Works for IPv4 and IPv6.',
    parameters: parameters('block: string', 'newbits: integer', 'number: integer'),
    returns: 'string',
    call: ([block, bits, at]) => subnet(text(block), Number(number(bits)), BigInt(number(at))),
  },
]

function subnet(block: string, newBits: number, at: bigint): string {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(block) ?? []
  const isShort = isIPv4(address)
  const all = isShort ? 32 : 128
  if ((!isShort && !isIPv6(address)) || address.includes('%') || Number(length) > all)
    throw new FunctionProblem('the block is not written as one, such as "10.0.0.0/16" or "fd00::/48"')
  const prefix = Number(length) + newBits
  if (newBits < 0) throw new FunctionProblem('the number of new bits is negative')
  if (prefix > all) throw new FunctionProblem(`/${prefix} is longer than an address, which has ${all} bits`)
  const parts = 1n << BigInt(newBits)
  if (at < 0n || at >= parts)
    throw new FunctionProblem(`there is no part ${at}: with ${newBits} new bits they go from 0 to ${parts - 1n}`)
  const bits = isShort ? fromIPv4(address) : fromIPv6(address)
  const free = BigInt(all - Number(length))
  const found = ((bits >> free) << free) + (at << BigInt(all - prefix))
  return `${isShort ? toIPv4(found) : toIPv6(found)}/${prefix}`
}

function fromIPv4(address: string): bigint {
  return address.split('.').reduce((bits, part) => (bits << 8n) + BigInt(part), 0n)
}

function toIPv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.')
}

function fromIPv6(address: string): bigint {
  const [, embedded] = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? []
  const last = embedded === undefined ? undefined : fromIPv4(embedded)
  const plain =
    embedded === undefined || last === undefined
      ? address
      : `${address.slice(0, -embedded.length)}${(last >> 16n).toString(16)}:${(last & 0xffffn).toString(16)}`
  const [head = '', tail] = plain.split('::')
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].reduce((bits, group) => (bits << 16n) + BigInt(`0x${group}`), 0n)
}

function groups(written: string): readonly string[] {
  return written === '' ? [] : written.split(':')
}

/** As RFC 5952 wants it: small letters, and the longest row of zeros left out. */
function toIPv6(bits: bigint): string {
  const all = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(
    ':',
  )
  const rows = all.match(/(?:^|(?<=:))0(?::0)+(?=:|$)/g) ?? []
  const longest = rows.reduce((most, row) => (row.length > most.length ? row : most), '')
  if (longest === '') return all
  const at = `:${all}:`.indexOf(`:${longest}:`)
  return `${all.slice(0, Math.max(0, at - 1))}::${all.slice(at + longest.length + 1)}`
}
