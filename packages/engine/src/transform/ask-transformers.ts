import { type Diagnostic, endsOfLinkType, type TransformerDefinition } from '@slipway/model'
import { DiagnosticList, didYouMean } from '@slipway/source'
import type { Blueprint, Written } from '../language/declarations.ts'
import type { TransformerCatalog } from '../ports.ts'

interface Asked {
  /** Definitions by the names that blueprints use. */
  readonly definitions: ReadonlyMap<string, TransformerDefinition>
  /** Names that no transformer has. */
  readonly missing: readonly string[]
  /** Errors for the missing transformers. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Asks the transformers that blueprints name for the abstract types that may be used. They are asked side by side.
 *
 * @param whole the joined blueprint with all declarations
 */
export async function askTransformers(
  blueprints: readonly Blueprint[],
  whole: Blueprint,
  catalog: TransformerCatalog,
): Promise<Asked> {
  const written = new Set([...whole.resources.values()].map(({ type }) => type.value))
  // The output of one transformer may have abstract types for the next one, which are not known yet.
  const later = new Set(blueprints.flatMap(({ transforms }) => transforms.slice(1).map(({ value }) => value)))
  const names = new Set(blueprints.flatMap(({ transforms }) => transforms.map(({ value }) => value)))
  const answers = await Promise.all(
    Array.from(names, async (name) => {
      const first = await catalog.define(name, { abstractResourceTypes: [...written] })
      if (first === undefined) return [name, first] as const
      const { abstractResourceTypeNames: all, abstractLinkTypeNames: links = [] } = first
      const isLater = later.has(name)
      const isWanted = (type: string): boolean =>
        isLater || endsOfLinkType(type)?.every((end) => written.has(end)) === true
      const abstractLinkTypes = links.filter(isWanted)
      if (!isLater && abstractLinkTypes.length === 0) return [name, first] as const
      const abstractResourceTypes = isLater ? all : [...written]
      return [name, await catalog.define(name, { abstractResourceTypes, abstractLinkTypes })] as const
    }),
  )
  const definitions = new Map(
    answers.flatMap(([name, definition]) => (definition === undefined ? [] : [[name, definition] as const])),
  )
  const missing = [...names].filter((name) => !definitions.has(name))
  return { definitions, missing, diagnostics: await reportMissing(blueprints, definitions, catalog) }
}

async function reportMissing(
  blueprints: readonly Blueprint[],
  definitions: ReadonlyMap<string, TransformerDefinition>,
  catalog: TransformerCatalog,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = []
  for (const { source, transforms } of blueprints) {
    const list = new DiagnosticList(source)
    const missing = transforms.filter(({ value }) => !definitions.has(value))
    if (missing.length > 0) report(missing, await catalog.names(), list)
    diagnostics.push(...list.sorted())
  }
  return diagnostics
}

function report(missing: readonly Written<string>[], names: readonly string[], list: DiagnosticList): void {
  const installed = names.length === 0 ? 'no transformer is installed' : `there are: ${names.join(', ')}`
  for (const { value, origin } of missing) {
    const hint = didYouMean(value, names) ?? `${installed}; "slipway plugin list" shows where Slipway looks for plugins`
    const message = `no transformer for "${value}" is installed`
    list.error('blueprint/no-transformer', origin.start, origin.end, message, { hint })
  }
}
