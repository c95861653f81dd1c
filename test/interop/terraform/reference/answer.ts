/** The reference's plan for one resource. */
export interface PlannedResource {
  readonly name: string
  /** The actions in the order in which they happen: `delete`, `create`. */
  readonly actions: readonly string[]
  /** Why it is replaced: paths such as `position.lat`. */
  readonly because: readonly string[]
  readonly reason?: string
  readonly importing?: string
  readonly before: unknown
  readonly after: unknown
  /** The same shape as `after`, with true where a value is not known yet. */
  readonly unknown: unknown
  /** The same shape as `after`, with true where a value is secret. */
  readonly secret: unknown
}

/** The plans of one case, without a refresh and with one. */
export interface Answer {
  readonly case: string
  readonly without: readonly PlannedResource[]
  readonly refreshed: readonly PlannedResource[] | 'the same'
}

export interface Answers {
  /** The tool and its version: `Terraform 1.11.4` */
  readonly reference: string
  readonly answers: readonly Answer[]
}

interface Change {
  readonly address: string
  readonly change: {
    readonly actions: readonly string[]
    readonly before: unknown
    readonly after: unknown
    readonly after_unknown: unknown
    readonly after_sensitive: unknown
    readonly replace_paths?: readonly (readonly (string | number)[])[]
    readonly importing?: { readonly id?: string }
  }
  readonly action_reason?: string
}

/** Extracts the part of `show -json` by which plans are compared. */
export function answerOf(shown: string): readonly PlannedResource[] {
  const { resource_changes: changes = [] } = JSON.parse(shown, exactly) as Shown
  return changes.map(resourceOf)
}

interface Shown {
  readonly resource_changes?: readonly Change[]
}

/** Keeps a number that no double can hold as text. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && String(value) !== source ? source : value
}

function resourceOf({ address, change, action_reason: reason }: Change): PlannedResource {
  return {
    name: address.split('.').at(-1) ?? '',
    actions: change.actions,
    because: (change.replace_paths ?? []).map(pathText).toSorted(),
    ...(reason === undefined ? {} : { reason }),
    ...(change.importing?.id === undefined ? {} : { importing: change.importing.id }),
    before: change.before,
    after: change.after,
    unknown: change.after_unknown,
    secret: change.after_sensitive,
  }
}

function pathText(steps: readonly (string | number)[]): string {
  return steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

/** Writes one line for each resource, so that a difference shows its place. */
export function answersText({ reference, answers }: Answers): string {
  const lines = answers.map((answer) => {
    const plans = (['without', 'refreshed'] as const).map((key) => `  ${JSON.stringify(key)}: ${planText(answer[key])}`)
    return `{\n  "case": ${JSON.stringify(answer.case)},\n${plans.join(',\n')}\n}`
  })
  return `{"reference": ${JSON.stringify(reference)}, "answers": [\n${lines.join(',\n')}\n]}\n`
}

function planText(plan: Answer['refreshed']): string {
  if (plan === 'the same') return JSON.stringify(plan)
  const resources = plan.map((one) => `   ${JSON.stringify(one)}`)
  return resources.length > 0 ? `[\n${resources.join(',\n')}\n  ]` : '[]'
}
