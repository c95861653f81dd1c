import type { Diagnostic } from '@slipway/model'
import { formatLocation, type TypeOrigin } from '../task/task.ts'
import type { TaskType } from '../task/task-type.ts'

export interface UnitedTypes {
  /** All types, each name once. */
  readonly types: readonly TaskType[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Unites types so that each name means one type. A plugin must not redefine a type of another plugin or of Slipway. */
export function uniteTypes(known: readonly TaskType[], brought: readonly TaskType[]): UnitedTypes {
  const builtIn = new Set(known.map(({ name }) => name))
  const types = new Map<string, TaskType>()
  const diagnostics: Diagnostic[] = []
  for (const type of brought.toSorted(byPlugin)) {
    const { name, origin } = type
    const first = types.get(name)?.origin
    if (builtIn.has(name)) diagnostics.push(again(name, origin, 'built into Slipway'))
    else if (first !== undefined)
      diagnostics.push(again(name, origin, `${first.plugin} in ${formatLocation(first.location)}`))
    else types.set(name, type)
  }
  return { types: [...types.values()], diagnostics }
}

/** Compares by plugin, so that the order in which plugins were found does not matter. */
function byPlugin(a: TaskType, b: TaskType): number {
  const [left, right] = [orderKey(a), orderKey(b)]
  return left < right ? -1 : Number(left > right)
}

function orderKey({ origin }: TaskType): string {
  return `${origin?.plugin}\0${origin?.location.file}`
}

function again(name: string, origin: TypeOrigin | undefined, other: string): Diagnostic {
  const location = origin && { file: origin.location.file, range: origin.location.range, path: `task_types.${name}` }
  const where = origin === undefined ? '' : `: ${origin.plugin} in ${formatLocation(origin.location)}`
  return {
    code: 'tasks/duplicate-type',
    severity: 'error',
    message: `the task type "${name}" is defined twice${where}, and ${other}`,
    hint: 'rename one of them: a name must mean the same type in every task',
    ...location,
  }
}
