import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Manifest, readManifest } from '@slipway/preparer'
import { badInput, computed, ignoringDrift, replacing } from '@slipway/sdk'
import * as z from 'zod'

/** The properties of both: the manifest, as one thing or in its parts, and where the nodes are. */
export const manifestProperties = {
  manifest: z
    .unknown()
    .optional()
    .describe('A whole manifest: a map, its text as `${file("web.yaml")}` gives it, or the path of its file.'),
  id: replacing(z.string().optional().describe('Its name on the nodes. Instead of `manifest`, with the parts below.')),
  launchables: z.record(z.string(), z.unknown()).optional().describe('What it consists of.'),
  config: z.record(z.string(), z.unknown()).optional().describe('Its settings, for a file that CONFIG_PATH names.'),
  env: z.record(z.string(), z.string()).optional().describe('Its environment.'),
  run_as: z.string().optional().describe('The user that it runs as.'),
  signature: z.string().optional().describe('As slipway node sign makes it.'),
  root: replacing(
    z.string().optional().describe('The folder of this machine’s node. Default: that of slipway node run.'),
  ),
  store: replacing(
    z
      .string()
      .optional()
      .describe('The store of the nodes: etcd://HOST:PORT, redis://…, sqlite:PATH. Default: in the root.'),
  ),
  timeoutMs: z.int().min(1).default(60_000).describe('How long it may take to run everywhere, or to be gone.'),
  state: ignoringDrift(computed(z.string().describe('What became of it: running.'))),
  hash: ignoringDrift(computed(z.string().describe('What its manifest is known by.'))),
}

const parts = ['id', 'launchables', 'config', 'env', 'run_as', 'signature'] as const

/** Of one of the two types. */
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
  /** Where relative locations start. */
  readonly folder: string
}

function textOf(spec: Written, more: Readonly<Record<string, unknown>>): ManifestText {
  const { manifest } = spec
  const folder = process.cwd()
  const given = [...parts.map((name) => [name, spec[name]] as const), ...Object.entries(more)].filter(
    ([, value]) => value !== undefined,
  )
  if (manifest === undefined) return { file: 'spec', text: JSON.stringify(Object.fromEntries(given)), folder }
  if (given.length > 0) throw badInput(`manifest says it all: leave out ${given.map(([name]) => name).join(', ')}`)
  if (typeof manifest !== 'string') return { file: 'spec.manifest', text: JSON.stringify(manifest), folder }
  if (manifest.includes('\n')) return { file: 'spec.manifest', text: manifest, folder }
  const file = resolve(folder, manifest)
  try {
    return { file, text: readFileSync(file, 'utf8'), folder: dirname(file) }
  } catch (error) {
    throw badInput(`the manifest ${manifest} cannot be read`, [], error)
  }
}
