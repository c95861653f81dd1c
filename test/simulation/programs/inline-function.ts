import type {
  InlineOptions,
  InlineProgram,
  ProgramResource,
  ProgramStack,
} from '../../../packages/operations/src/inline/inline-program.ts'
import { Output } from '../../../packages/operations/src/inline/output.ts'
import { bareName } from '@slipway/engine'
import { childOf } from '../command/blueprint.ts'
import type { Reading, Wanted } from '../moves/draft.ts'
import type { Around } from './around-program.ts'
import { type Line, readInto, type Script } from './script.ts'

/** A program as a function that passes outputs of resources to other resources. */
export function inlineFunction({ lines, breaks, last }: Script, { clock, breaksNow }: Around): InlineProgram {
  return async (stack) => {
    const had = new Map<number, ProgramResource>()
    const scopes = new Map([['', stack]])
    /** The stack of a child, which begins when the first of its resources is asked for. */
    const scopeOf = (child: string): ProgramStack => {
      const begun = scopes.get(child)
      if (begun !== undefined) return begun
      scopeOf(childOf(child)).child(bareName(child), (inside) => void scopes.set(child, inside))
      return scopeOf(child)
    }
    const ask = ({ wanted, type, options, removalPolicy, after }: Line): ProgramResource => {
      const dependsOn = after.flatMap((slot) => had.get(slot) ?? [])
      const container = wanted.within === undefined ? undefined : had.get(wanted.within)
      return scopeOf(childOf(wanted.name)).resource(bareName(wanted.name), type, specOf(wanted, had), {
        ...optionsOf(options),
        ...(container !== undefined && { deletedWith: container }),
        removalPolicy,
        dependsOn,
      })
    }
    for (const [at, line] of lines.entries()) {
      if (line.pause > 0) await clock.sleep(line.pause)
      if (breaks?.after === at) {
        const before = lines[at - 1]
        const rest = Promise.all(Array.from(had.values(), (one) => known(one)))
        await breaksNow(breaks, async () => void (before && ask(before)), rest)
      }
      const resource = ask(line)
      had.set(line.wanted.slot, resource)
      if (line.isAwaited) await known(resource)
    }
    const exported = last && had.get(last.slot)
    if (exported !== undefined) stack.export('last', exported.output('endpoint'))
  }
}

function known(resource: ProgramResource): Promise<unknown> {
  return resource.output<string>('endpoint').known()
}

function specOf(wanted: Wanted, had: ReadonlyMap<number, ProgramResource>) {
  const { value, pinned, key, within, secret } = wanted
  const container = within === undefined ? undefined : had.get(within)
  const read = (into: Reading['into']): Output<string>[] =>
    readInto(into, wanted).flatMap(({ slot, output }) => had.get(slot)?.output<string>(output) ?? [])
  const needs = read('needs')
  return {
    value: joined(value, read('value')),
    ...(pinned !== undefined && { pinned: joined(pinned, read('pinned')) }),
    ...(container !== undefined && { within: container.output<string>('id') }),
    ...(key !== undefined && { key }),
    ...(secret !== undefined && { secret: Output.secret(secret) }),
    ...(needs.length > 0 && { needs }),
  }
}

function joined(first: string, more: readonly Output<string>[]): string | Output<string> {
  return more.length === 0 ? first : Output.all([first, ...more]).map((parts) => parts.join(''))
}

/** The options that the simulator's users give. */
function optionsOf({ aliases, replaceOrder, protect, ignoreChanges, import: id }: Line['options']): InlineOptions {
  return {
    ...(aliases !== undefined && { aliases: aliases.map(bareName) }),
    ...(replaceOrder !== undefined && { replaceOrder }),
    ...(protect !== undefined && { protect }),
    ...(id !== undefined && { import: id }),
    ...(ignoreChanges !== undefined && { ignoreChanges }),
  }
}
