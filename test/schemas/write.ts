import { z } from 'zod'
import { documents } from './documents.ts'
import { line } from './lines.ts'

/** All outputs, by the name of their schema: `lines` for the commands that print a line for each event, and the documents. */
export const outputs: Readonly<Record<string, z.ZodType>> = { lines: line, ...documents }

const titles: Readonly<Record<string, string>> = {
  lines: 'A line of slipway up, destroy, refresh, reconcile, tasks run, plan, show or validate with --json',
}

/** The published JSON Schema. Readers ignore fields that are not in it: later versions may add some. */
export function publishedSchema(name: string): object {
  const { $schema, ...rest } = z.toJSONSchema(shapeOf(name), { io: 'input' })
  return { $schema, title: titles[name] ?? `slipway ${name.replace('-', ' ')} --json`, ...rest }
}

/** The same schema, but without other fields: all output must be described. */
export function strictSchema(name: string): object {
  return z.toJSONSchema(shapeOf(name), { io: 'output' })
}

function shapeOf(name: string): z.ZodType {
  const shape = outputs[name]
  if (shape === undefined) throw new Error(`there is no schema called ${name}`)
  return shape
}
