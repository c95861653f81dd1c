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
  {
    name: 'cidrhost',
    extension: true,
    summary:
      'Returns an address of a block by its number. A negative number counts from the end. Works for IPv4 and IPv6.',
    parameters: parameters('block: string', 'number: integer'),
    returns: 'string',
    call: ([block, at]) => host(text(block), BigInt(number(at))),
  },
  {
    name: 'cidrnetmask',
    extension: true,
    summary: 'Returns the netmask of an IPv4 block: `255.255.0.0`.',
    parameters: parameters('block: string'),
    returns: 'string',
    call: ([block]) => netmask(text(block)),
  },
  {
    name: 'cidrsubnets',
    extension: true,
    summary:
      'Returns subnets of a block that follow each other. Each number says by how many bits the prefix of one becomes longer.',
    parameters: parameters('block: string', '…newbits: integer'),
    returns: 'list',
    size: (args) => 64 * args.length,
    call: ([block, ...bits]) =>
      subnets(
        text(block),
        bits.map((each) => Number(number(each))),
      ),
  },
  {
    name: 'cidrcontains',
    extension: true,
    summary: 'Returns whether an address, or a whole block, is in a block.',
    parameters: parameters('block: string', 'inner: string'),
    returns: 'boolean',
    call: ([block, inner]) => contained(text(block), text(inner)),
  },
]

interface Block {
  readonly bits: bigint
  readonly length: number
  readonly all: 32 | 128
}

function blockOf(block: string): Block {
  const [, address = '', length = ''] = /^([^/]+)\/(\d{1,3})$/.exec(block) ?? []
  const isShort = isIPv4(address)
  const all = isShort ? 32 : 128
  if ((!isShort && !isIPv6(address)) || address.includes('%') || Number(length) > all)
    throw new FunctionProblem('this is not an address block such as "10.0.0.0/16" or "fd00::/48"')
  return { bits: isShort ? fromIPv4(address) : fromIPv6(address), length: Number(length), all }
}

function addressText(bits: bigint, { all }: Block): string {
  return all === 32 ? toIPv4(bits) : toIPv6(bits)
}

function firstOf({ bits, all, length }: Block): bigint {
  const free = BigInt(all - length)
  return (bits >> free) << free
}

function host(written: string, at: bigint): string {
  const block = blockOf(written)
  const hosts = 1n << BigInt(block.all - block.length)
  const place = at < 0n ? hosts + at : at
  if (place < 0n || place >= hosts)
    throw new FunctionProblem(`there is no address ${at}: the block has ${hosts}, counted from 0`)
  return addressText(firstOf(block) + place, block)
}

function netmask(written: string): string {
  const block = blockOf(written)
  if (block.all === 128) throw new FunctionProblem('IPv6 has no netmasks: write the length of the prefix')
  return toIPv4(firstOf({ ...block, bits: (1n << 32n) - 1n }))
}

function contained(outer: string, inner: string): boolean {
  const block = blockOf(outer)
  const found = inner.includes('/') ? blockOf(inner) : blockOf(`${inner}/${inner.includes(':') ? 128 : 32}`)
  return (
    found.all === block.all &&
    found.length >= block.length &&
    firstOf({ ...found, length: block.length }) === firstOf(block)
  )
}

/** Subnets one after the other. Each begins at the first place that its size allows. */
function subnets(written: string, bits: readonly number[]): readonly string[] {
  const block = blockOf(written)
  const end = firstOf(block) + (1n << BigInt(block.all - block.length))
  let next = firstOf(block)
  return bits.map((newBits) => {
    const length = block.length + newBits
    if (newBits < 1 || length > block.all) throw new FunctionProblem(`${newBits} new bits are too few or too many`)
    const size = 1n << BigInt(block.all - length)
    const start = ((next + size - 1n) / size) * size
    if (start + size > end) throw new FunctionProblem(`the block has no room for another /${length}`)
    next = start + size
    return `${addressText(start, block)}/${length}`
  })
}

function subnet(block: string, newBits: number, at: bigint): string {
  const found = blockOf(block)
  const { length, all } = found
  const prefix = length + newBits
  if (newBits < 0) throw new FunctionProblem('the number of new bits is negative')
  if (prefix > all) throw new FunctionProblem(`/${prefix} is longer than an address, which has ${all} bits`)
  const parts = 1n << BigInt(newBits)
  if (at < 0n || at >= parts)
    throw new FunctionProblem(`there is no subnet ${at}: with ${newBits} new bits, subnets go from 0 to ${parts - 1n}`)
  const start = firstOf(found) + (at << BigInt(all - prefix))
  return `${addressText(start, found)}/${prefix}`
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

/** An address in the form of RFC 5952: lower-case letters, and the longest row of zeros left out. */
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
