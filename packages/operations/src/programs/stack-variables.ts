import type { GivenVariable, VariableDeclaration } from '@slipway/engine'
import { Failure, type Scalar, secret, type Value } from '@slipway/model'
import { didYouMean, readYaml, treeToValue } from '@slipway/source'
import type { Observer } from '../events.ts'
import type { BlueprintRequest } from '../project/blueprint-request.ts'
import { givenVariables, isWrittenOut, type OwnVariables } from '../project/variables.ts'
import { Redactor } from '../redaction/redactor.ts'
import type { Slipway } from '../slipway.ts'
import type { ToldVariable, TriedValue } from '../stack-files/messages.ts'
import type { StackProcess } from '../stack-files/stack-process.ts'
import { type Tree, treeOf, valueOf } from '../stack-files/value-tree.ts'

export interface StackVariablesOptions {
  readonly slipway: Slipway
  readonly file: string
  readonly request: Omit<BlueprintRequest, 'file'>
  readonly observe: Observer
  /** The variables file of the stack's instance. */
  readonly own: OwnVariables | undefined
  /** The values of a saved plan, which replace the request's values. */
  readonly known?: ReadonlyMap<string, GivenVariable> | undefined
  /** True: variables without a value are left out, and the user is not asked for them. */
  readonly isPartial?: boolean | undefined
}

/** The given variables of a stack. */
export interface GivenToStack {
  /** The texts of secret variables. */
  readonly secrets: readonly string[]
  readonly variables: ReadonlyMap<string, GivenVariable>
  /** The values for the function, without those that cannot be serialised. */
  readonly values: ReadonlyMap<string, Value>
  /** Whether these values protect the whole instance; `undefined` if the stack does not say. */
  readonly protect: boolean | undefined
}

/**
 * Gives a stack the values of its variables before its function runs. Asks the user for variables whose schemas do not accept `undefined`.
 *
 * @throws Failure `stack-file/unknown-variable`, `stack-file/bad-variable`, `stack-file/missing-variable`
 */
export async function giveVariables(process: StackProcess, options: StackVariablesOptions): Promise<GivenToStack> {
  const { slipway, file, request, observe, own, known, isPartial = false } = options
  const { variables: declared } = await process.loaded()
  const names = new Set(declared.map(({ name }) => name))
  const { env, cwd } = slipway
  const onMissing = (message: string): void => observe({ type: 'notice', message })
  const given =
    known === undefined ? givenVariables({ ...request, env, cwd, declared: names, own, onMissing }) : new Map(known)
  for (const [name, { from }] of given) if (!names.has(name)) throw unknown(name, from, file, names)
  const tried = new Map(Array.from(given, ([name, { value }]) => [name, triedFor(value)]))
  const secrets: string[] = []
  // A schema may print the value that it checks, before there is an engine.
  const redactor = new Redactor()
  process.redact = redactor.redact
  for (const { name, isSecret } of declared) {
    const { value } = given.get(name) ?? {}
    if (isSecret) learn(redactor, tried.get(name))
    if (isSecret && typeof value === 'string') secrets.push(value)
    if (isSecret && isWrittenOut(name, given.get(name), request)) observe({ type: 'secret-written-out', name })
  }
  const checks = await process.check(Object.fromEntries(tried))
  const problems = declared.flatMap((variable) => {
    const { problem } = checks[variable.name] ?? {}
    return problem === undefined ? [] : [{ variable, problem, from: given.get(variable.name)?.from }]
  })
  const bad = problems.flatMap(({ variable, problem, from }) =>
    from === undefined ? [] : [`${variable.name}, which ${from} gives: ${problem}`],
  )
  if (bad.length > 0)
    throw new Failure('stack-file/bad-variable', `${file} does not accept its variables`, { details: bad })
  if (isPartial) return { secrets, variables: given, values: valuesIn(checks, declared), protect: undefined }
  const missing = problems.map(({ variable }) => variable)
  const { ask } = request
  if (missing.length > 0 && ask === undefined) throw absent(missing, file)
  for (const variable of missing) {
    const answer = (await ask?.(declarationOf(variable), async (text) => {
      if (variable.isSecret) learn(redactor, triedFor(text))
      const { [variable.name]: check } = await process.check({
        ...Object.fromEntries(tried),
        [variable.name]: triedFor(text),
      })
      return check?.problem === undefined ? undefined : `${variable.name}: ${check.problem}`
    })) as string
    tried.set(variable.name, triedFor(answer))
    given.set(variable.name, { value: answer, from: 'your answer' })
    if (variable.isSecret) secrets.push(answer)
  }
  const last = missing.length === 0 ? checks : await process.check(Object.fromEntries(tried))
  const protect = protectOf(process, file)
  return { secrets: [...secrets, ...secretsIn(last)], variables: given, values: valuesIn(last, declared), protect }
}

/**
 * Returns whether a stack protects its instance.
 *
 * @throws Failure `stack-file/bad-protect`
 */
function protectOf({ protect }: StackProcess, file: string): boolean | undefined {
  if (typeof protect !== 'string') return protect
  throw new Failure('stack-file/bad-protect', `${file} must say whether its instance is protected: ${protect}`, {
    hint: 'write protect: true, or a function of the variables that returns true or false: (v) => v.stage === "prod"',
  })
}

function valuesIn(
  checks: Awaited<ReturnType<StackProcess['check']>>,
  declared: readonly ToldVariable[],
): ReadonlyMap<string, Value> {
  const values = declared.flatMap(({ name, isSecret }) => {
    const { value: tree } = checks[name] ?? {}
    if (tree === undefined) return []
    const value = valueOf(tree)
    return [[name, isSecret ? secret(value) : value] as const]
  })
  return new Map(values)
}

function secretsIn(checks: Awaited<ReturnType<StackProcess['check']>>): readonly string[] {
  return Object.values(checks).flatMap(({ secret: text }) => (text === undefined ? [] : [text]))
}

/** Returns the candidates for a text: the text as it stands, then the YAML value that it spells. */
function triedFor(value: Value): TriedValue {
  if (typeof value !== 'string') return { values: [treeOf(value)] }
  const spelled = spelledBy(value)
  return { values: spelled === undefined || spelled === value ? [value] : [value, spelled] }
}

function learn(redactor: Redactor, { values }: TriedValue = { values: [] }): void {
  for (const tree of values) redactor.learn(secret(valueOf(tree)))
}

function spelledBy(text: string): Tree | undefined {
  const { tree, diagnostics } = readYaml('variable', text)
  return tree === undefined || diagnostics.length > 0 ? undefined : treeOf(treeToValue(tree))
}

/** Makes the declaration for a prompt, which works as for a blueprint's variable. */
function declarationOf({ name, isSecret, schema = {} }: ToldVariable): VariableDeclaration {
  const { type, description, enum: allowed } = schema
  return {
    name,
    origin: { start: 0, end: 0 },
    type: type === 'integer' || type === 'boolean' ? type : type === 'number' ? 'float' : 'string',
    ...(typeof description === 'string' && { description }),
    secret: isSecret,
    allowedValues: Array.isArray(allowed) ? allowed.filter(isScalar) : [],
  }
}

function isScalar(value: unknown): value is Exclude<Scalar, null | bigint> {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function unknown(name: string, from: string, file: string, names: ReadonlySet<string>): Failure {
  return new Failure('stack-file/unknown-variable', `${file} has no variable ${name}, which ${from} gives`, {
    hint: didYouMean(name, names) ?? (names.size === 0 ? 'it declares none' : `it has: ${[...names].join(', ')}`),
  })
}

function absent(missing: readonly ToldVariable[], file: string): Failure {
  const [first] = missing
  const names = missing.map(({ name }) => name).join(', ')
  const value = first?.isSecret === true ? `env:NAME` : '…'
  return new Failure('stack-file/missing-variable', `${file} needs a value for ${names}`, {
    hint: `set a value with --var ${first?.name}=${value}, in a file with --var-file, or in SLIPWAY_VAR_${first?.name}`,
  })
}
