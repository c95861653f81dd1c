import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Manifest, readManifest } from '@slipway/preparer'
import { badInput, computed, replacing, trackingDrift } from '@slipway/sdk'
import * as z from 'zod'

/** The properties of both types: the manifest, whole or in its parts, and the place of the nodes. */
export const manifestProperties = {
  manifest: z
    .unknown()
    .optional()
    .describe(
      'A whole manifest: a map, the content of a manifest file such as `${file("web.yaml")}`, or the path of a manifest file.',
    ),
  id: replacing(
    z.string().optional().describe('Name on the nodes. Use it with the properties below instead of `manifest`.'),
  ),
  launchables: z.record(z.string(), z.unknown()).optional().describe('The launchables that it consists of.'),
  config: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Settings. They are written to the file that CONFIG_PATH names.'),
  env: z.record(z.string(), z.string()).optional().describe('Environment variables.'),
  run_as: z.string().optional().describe('User that runs the processes.'),
  sequence: z
    .int()
    .min(0)
    .optional()
    .describe('Number of this version. A node takes none with a lower number than it has seen.'),
  expires: z
    .string()
    .optional()
    .describe('Time from which on no node begins to deploy it, such as 2027-01-31T12:00:00Z.'),
  signature: z.string().optional().describe('Signature from `slipway node sign`.'),
  root: replacing(
    z
      .string()
      .optional()
      .describe('Folder of the node of this machine. Default: the folder that `slipway node run` uses.'),
  ),
  store: replacing(
    z
      .string()
      .optional()
      .describe('Key-value store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: a store in `root`.'),
  ),
  timeoutMs: z
    .int()
    .min(1)
    .default(60_000)
    .describe('Time limit to start on every node, or to be removed from every node, in milliseconds.'),
  state: trackingDrift(
    computed(
      z
        .string()
        .describe('State after the deploy: running. `up --refresh` deploys a pod again if it is in another state.'),
    ),
  ),
  hash: trackingDrift(computed(z.string().describe('Hash of the manifest that is scheduled.'))),
}

const parts = ['id', 'launchables', 'config', 'env', 'run_as', 'sequence', 'expires', 'signature'] as const

/** The written properties of one of the two types. */
type Written = { readonly [K in (typeof parts)[number] | 'manifest']?: unknown }

/** The manifest that a spec stands for. `more` are the parts that only one of the types has. */
export function manifestIn(spec: Written, more: Readonly<Record<string, unknown>>): Manifest {
  const { file, text, folder } = textOf(spec, more)
  const { manifest, diagnostics } = readManifest(file, text, folder)
  if (manifest !== undefined) return manifest
  const reasons = diagnostics.map(({ message }) => message)
  throw badInput('the manifest is wrong', reasons)
}

interface ManifestText {
  readonly file: string
  readonly text: string
  /** The base folder of relative locations. */
  readonly folder: string
}

function textOf(spec: Written, more: Readonly<Record<string, unknown>>): ManifestText {
  const { manifest } = spec
  const folder = process.cwd()
  const given = [...parts.map((name) => [name, spec[name]] as const), ...Object.entries(more)].filter(
    ([, value]) => value !== undefined,
  )
  if (manifest === undefined) return { file: 'spec', text: JSON.stringify(Object.fromEntries(given)), folder }
  if (given.length > 0)
    throw badInput(`the manifest has everything: leave out ${given.map(([name]) => name).join(', ')}`)
  if (typeof manifest !== 'string') return { file: 'spec.manifest', text: JSON.stringify(manifest), folder }
  if (manifest.includes('\n')) return { file: 'spec.manifest', text: manifest, folder }
  const file = resolve(folder, manifest)
  try {
    return { file, text: readFileSync(file, 'utf8'), folder: dirname(file) }
  } catch (error) {
    throw badInput(`the manifest ${manifest} cannot be read`, [], error)
  }
}
