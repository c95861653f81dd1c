import type { Diagnostic, TransformerDefinition } from '@slipway/model'
import { DiagnosticList, didYouMean } from '@slipway/source'
import type { Blueprint, Written } from '../language/declarations.ts'
import type { TransformerCatalog } from '../ports.ts'

/** One transform of a blueprint, and what its transformer says of itself. */
export interface TransformStep {
  readonly name: Written<string>
  readonly definition: TransformerDefinition
}

/** Asks the transformers that a blueprint names for all abstract types that it may use, side by side. */
export async function askTransformers(
  blueprint: Blueprint,
  catalog: TransformerCatalog,
): Promise<{ readonly steps: readonly TransformStep[] } | { readonly diagnostics: readonly Diagnostic[] }> {
  const abstractResourceTypes = [...new Set([...blueprint.resources.values()].map(({ type }) => type.value))]
  const answers = await Promise.all(
    blueprint.transforms.map(async (name, index) => {
      // What one transformer makes may be abstract to the next: of that nobody knows the types yet.
      const first = await catalog.define(name.value, { abstractResourceTypes })
      if (first === undefined || index === 0) return first
      return await catalog.define(name.value, { abstractResourceTypes: first.abstractResourceTypeNames })
    }),
  )
  const list = new DiagnosticList(blueprint.source)
  const steps: TransformStep[] = []
  for (const [index, name] of blueprint.transforms.entries()) {
    const definition = answers[index]
    if (definition === undefined) await reportMissing(name, catalog, list)
    else steps.push({ name, definition })
  }
  return list.hasErrors ? { diagnostics: list.sorted() } : { steps }
}

async function reportMissing(
  { value, origin }: Written<string>,
  catalog: TransformerCatalog,
  list: DiagnosticList,
): Promise<void> {
  const names = await catalog.names()
  const installed = names.length === 0 ? 'no transformer is installed' : `there are: ${names.join(', ')}`
  const hint = didYouMean(value, names) ?? `${installed}; "slipway plugin list" shows where plugins are looked for`
  const message = `no transformer for "${value}" is installed`
  list.error('blueprint/no-transformer', origin.start, origin.end, message, { hint })
}
