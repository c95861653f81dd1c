import { isAbsolute, resolve } from 'node:path'
import { isList, isMap, type Diagnostic, type Value } from '@slipway/model'
import { DiagnosticList, didYouMean, readSource, treeToValue, type TreeNode } from '@slipway/source'
import type { z } from 'zod'
import type { Json } from './canonical.ts'
import { manifestOf, type Manifest } from './manifest.ts'
import { type ManifestBody, manifestSchema } from './schema.ts'
import { isSignatureText } from './signature-text.ts'

export interface ManifestReading {
  /** Absent when there are errors. */
  readonly manifest?: Manifest
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads a manifest in YAML or JSON; everything that is wrong with it at once. Relative locations start at `folder`, and become absolute:
 * nodes read them elsewhere. A signed manifest keeps the locations that were signed.
 */
export function readManifest(file: string, text: string, folder: string): ManifestReading {
  const { source, tree, diagnostics } = readSource(file, text)
  if (tree === undefined || diagnostics.some(({ severity }) => severity === 'error')) return { diagnostics }
  const found = new DiagnosticList(source)
  const written = jsonOf(treeToValue(tree))
  const read = manifestSchema.safeParse(written)
  if (!read.success) {
    for (const issue of read.error.issues) report(tree, issue, found)
    return { diagnostics: found.sorted() }
  }
  const manifest = located(written, read.data, folder)
  for (const path of relativeLocations(manifest.body)) {
    const { start, end } = nodeAt(tree, path).node
    found.error('node/bad-manifest', start, end, 'the location of a signed manifest must be absolute', {
      hint: 'name a URL or an absolute path, and sign again',
    })
  }
  return found.hasErrors ? { diagnostics: found.sorted() } : { manifest, diagnostics: [] }
}

function located(written: Json, body: ManifestBody, folder: string): Manifest {
  if (body.signature !== undefined || relativeLocations(body).length === 0) return manifestOf(written, body)
  const { launchables } = written as unknown as Pick<ManifestBody, 'launchables'>
  const absolute = Object.fromEntries(
    Object.entries(launchables).map(([name, launchable]) => {
      const places = Object.entries(relativePlaces(launchable)).map(([key, place]) => [key, resolve(folder, place)])
      return [name, { ...launchable, ...(Object.fromEntries(places) as object) }]
    }),
  )
  const changed = { ...(written as { readonly [key: string]: Json }), launchables: absolute as unknown as Json }
  return manifestOf(changed, manifestSchema.parse(changed))
}

function relativeLocations(body: ManifestBody): readonly (readonly string[])[] {
  return Object.entries(body.launchables).flatMap(([name, launchable]) =>
    Object.keys(relativePlaces(launchable)).map((key) => ['launchables', name, key]),
  )
}

/** The paths relative to the manifest's folder, by their keys. */
function relativePlaces(launchable: ManifestBody['launchables'][string]): Readonly<Record<string, string>> {
  if (launchable.type !== 'hoist') return {}
  const { location, signature } = launchable
  const isPlace = signature !== undefined && !isSignatureText(signature)
  return {
    ...(isRelative(location) && { location }),
    ...(isPlace && isRelative(signature) && { signature }),
  }
}

function isRelative(location: string): boolean {
  return !isAbsolute(location) && !/^[a-z]+:\/\//i.test(location)
}

function jsonOf(value: Value): Json {
  if (isList(value)) return value.map(jsonOf)
  if (isMap(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, jsonOf(item)]))
  // Whole numbers that JSON cannot represent exactly keep their digits as text.
  return typeof value === 'bigint' ? String(value) : (value as Json)
}

function report(tree: TreeNode, issue: z.core.$ZodIssue, found: DiagnosticList): void {
  const at = nodeAt(tree, issue.path)
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') {
    const place = at.keyStart === undefined ? at.node : { start: at.keyStart, end: at.keyEnd ?? at.node.end }
    const { start, end } = issue.code === 'invalid_key' ? place : at.node
    const message = at.rest === '' ? `${path || 'the manifest'}: ${issue.message}` : `${at.rest} is missing`
    return found.error('node/bad-manifest', start, at.rest === '' ? end : start + 1, message, { path })
  }
  for (const key of issue.keys) {
    const entry = at.node.kind === 'map' ? at.node.entries.find((candidate) => candidate.key === key) : undefined
    const { keyStart, keyEnd } = entry ?? { keyStart: at.node.start, keyEnd: at.node.end }
    found.error('node/bad-manifest', keyStart, keyEnd, `a manifest has no ${key} here`, {
      path,
      hint: path === '' ? didYouMean(key, Object.keys(manifestSchema.shape)) : undefined,
    })
  }
}

interface FoundNode {
  readonly node: TreeNode
  readonly keyStart?: number
  readonly keyEnd?: number
  /** The rest of the path, which is missing. */
  readonly rest: string
}

/** The node at a path, or the last one on the way to it. */
function nodeAt(tree: TreeNode, path: readonly PropertyKey[]): FoundNode {
  let found: FoundNode = { node: tree, rest: '' }
  for (const [index, step] of path.entries()) {
    const { node } = found
    const entry = node.kind === 'map' ? node.entries.find(({ key }) => key === String(step)) : undefined
    const next = node.kind === 'list' ? node.items[Number(step)] : entry?.value
    if (next === undefined) return { ...found, rest: path.slice(index).join('.') }
    found = { node: next, rest: '', ...(entry && { keyStart: entry.keyStart, keyEnd: entry.keyEnd }) }
  }
  return found
}
