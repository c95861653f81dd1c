import { capture, knownNow } from '../inline/captured.ts'
import { Output } from '../inline/output.ts'
import { type Plain, plainOf } from '../inline/plain.ts'
import { isSecretVariable, schemaOf, type StackVariables } from './stack-definition.ts'
import type { SchemaIssue, StandardSchema } from './standard-schema.ts'
import type { ToldCheck, ToldVariable, TriedValue } from './messages.ts'
import { treeOf, valueOf } from './value-tree.ts'

/** The declared variables of a stack and their values for its function. Lives in the stack's process. */
export class DeclaredVariables {
  readonly #declared: StackVariables
  /** The values for the function. */
  readonly values: Record<string, unknown> = {}

  constructor(declared: StackVariables) {
    this.#declared = declared
  }

  told(): readonly ToldVariable[] {
    return Object.entries(this.#declared).map(([name, variable]) => ({
      name,
      isSecret: isSecretVariable(variable),
      schema: jsonSchemaOf(schemaOf(variable)),
    }))
  }

  /** Checks the given values against the schemas. The function gets the accepted values. */
  async check(given: Readonly<Record<string, TriedValue>>): Promise<Readonly<Record<string, ToldCheck>>> {
    const checks = await Promise.all(
      Object.entries(this.#declared).map(async ([name, variable]) => {
        const { values = [] } = given[name] ?? {}
        const tried = values.length === 0 ? [undefined] : values.map((tree) => plainOf(valueOf(tree)))
        const fit = await firstThatFits(name, schemaOf(variable), tried)
        if ('problem' in fit) return [name, { problem: fit.problem }] as const
        if (!isSecretVariable(variable)) {
          this.values[name] = fit.value
          return [name, writtenOf(name, fit.value)] as const
        }
        this.values[name] = Output.secret((fit.value ?? null) as Plain)
        const written = writtenOf(name, fit.value)
        return [name, typeof fit.value === 'string' ? { ...written, secret: fit.value } : written] as const
      }),
    )
    return Object.fromEntries(checks)
  }
}

/** Serialises the value, if possible. A schema may return anything, such as dates or class instances. */
function writtenOf(name: string, value: unknown): Pick<ToldCheck, 'value'> {
  if (value === undefined) return {}
  try {
    return { value: treeOf(knownNow(capture(value, name), name)) }
  } catch {
    return {}
  }
}

type Fit = { readonly value: unknown } | { readonly problem: string }

async function firstThatFits(name: string, schema: StandardSchema, tried: readonly unknown[]): Promise<Fit> {
  const problems: string[] = []
  for (const value of tried) {
    const result = await schema['~standard'].validate(value)
    if (result.issues === undefined) return { value: result.value }
    problems.push(problemOf(name, result.issues))
  }
  return { problem: problems[meantBy(schema, tried)] ?? 'it does not fit' }
}

function problemOf(name: string, issues: readonly SchemaIssue[]): string {
  return issues
    .slice(0, 5)
    .map(({ message, path = [] }) => {
      const at = path.map((step) => String(typeof step === 'object' ? step.key : step))
      return at.length === 0 ? message : `${[name, ...at].join('.')}: ${message}`
    })
    .join('; ')
}

/**
 * Returns the index of the candidate that was meant, if none fits: the value that the text spells, unless that is a text too or the schema is one
 * of texts. `12` is meant as a number for `z.number().max(9)`, and as a text for `z.string().min(5)`.
 */
function meantBy(schema: StandardSchema, tried: readonly unknown[]): number {
  const spelled = tried.findIndex((value) => typeof value !== 'string')
  return spelled < 0 || takesOnlyTexts(jsonSchemaOf(schema)) ? 0 : spelled
}

function takesOnlyTexts(schema: Record<string, unknown> = {}): boolean {
  const { type, anyOf } = schema
  if (Array.isArray(anyOf)) return anyOf.every((each: Record<string, unknown>) => takesOnlyTexts(each))
  return [type].flat().every((each) => each === 'string' || each === 'null')
}

/** Only completion, prompts and the choice of a complaint use the JSON Schema, so a failure does no harm. */
function jsonSchemaOf(schema: StandardSchema): Record<string, unknown> | undefined {
  try {
    return schema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
  } catch {
    return undefined
  }
}
