import { isDeepStrictEqual } from 'node:util'
import { type PluginErrorCode, PluginFailure, type ValueMap } from '@slipway/model'
import { expect, type Check } from '../report.ts'
import { failsWith } from './answers.ts'
import { expectFound, misorderedList } from './found.ts'
import { named, type Life } from './life.ts'
import { doubtChecks, goneCheck, notYetCheck, togetherCheck } from './promises.ts'

/** The checks run in this order. Everything made is destroyed, even if earlier checks fail. */
export function lifeChecks(life: Life): readonly Check<Life>[] {
  const { exercise, definition } = life
  const { type, spec, update, fails } = exercise
  const isFindable = definition.settlement === 'find'
  const check = named(type)
  if (fails !== undefined) return refusalChecks(life, fails)
  return [
    ...(isFindable ? [notYetCheck(type)] : []),
    check('is created', (it) => it.deploy(spec)),
    check('stabilises', (it) => it.stabilise()),
    check('is read as it is', async (it) => expectFound(await it.read(it.made()), spec)),
    { ...check('is read in the order that was given', expectOrdered), level: 'should' },
    check('is read without a change', expectUnchanged),
    ...doubtChecks(life),
    ...(update === undefined ? [] : updateChecks(type, update)),
    check('is destroyed', async (it) => {
      await it.destroy()
      return 'it is gone'
    }),
    ...(isFindable ? [goneCheck(type)] : []),
    {
      ...check('may be destroyed twice', async (it) => {
        await it.destroy()
        return 'it was gone already'
      }),
      // Slipway reads a thing of Terraform before it repeats a destroy.
      ...(life.subject.dialect.isNamedByProject === true && { level: 'should' }),
    },
    ...(isFindable ? [togetherCheck(type)] : []),
  ]
}

/** After BAD_INPUT from a create, the engine assumes that nothing is there. */
function refusalChecks({ exercise: { type, spec }, definition }: Life, fails: PluginErrorCode): readonly Check<Life>[] {
  const check = named(type)
  const refused = check(`fails with ${fails}`, (it) => failsWith(fails, it.deployed(spec)))
  if (fails !== 'BAD_INPUT' || definition.settlement === 'repeatable') return [refused]
  const leaves = check('leaves nothing when it is refused', async (it) => {
    expect((await it.read(spec)) === undefined, 'it is found after it was refused')
    return 'nothing is found'
  })
  return definition.settlement === 'find' ? [refused, leaves] : [refused]
}

function updateChecks(type: string, update: ValueMap): readonly Check<Life>[] {
  const check = named(type)
  return [
    check('is updated', async (it) => {
      it.made()
      return it.deploy(update)
    }),
    check('stabilises after the update', (it) => it.stabilise()),
    check('is read as updated', async (it) => expectFound(await it.read(it.made()), update)),
  ]
}

async function expectOrdered(life: Life): Promise<string> {
  const list = misorderedList(await life.read(life.made()), life.exercise.spec, life.definition.schema)
  expect(list === undefined, `"${list}" is read in another order, which looks like drift: sort it, or mark it sortedBy`)
  return 'no list is in another order'
}

/** A type may refuse to look for a thing if it knows only the inputs: that is better than the answer that there is none. */
function refusedToLook(thrown: unknown): void {
  if (!(thrown instanceof PluginFailure) || thrown.pluginErrorCode !== 'BAD_INPUT') throw thrown
}

/** Checks this as far as possible: by the answer to a second question, and by the files around. */
async function expectUnchanged(life: Life): Promise<string> {
  const before = await life.filesAround()
  const first = await life.read(life.made())
  await life.read(life.exercise.spec).catch(refusedToLook)
  await life.under(`${life.id}-stranger`).read(life.exercise.spec).catch(refusedToLook)
  expect(isDeepStrictEqual(first, await life.read(life.made())), 'two answers about the same resource differ')
  const files = new Set(await life.filesAround())
  const gone = before.filter((name) => !files.delete(name))
  const changed = [...gone.map((name) => `removes ${name}`), ...[...files].map((name) => `makes ${name}`)]
  expect(changed.length === 0, `reading ${changed.join(', ')}: it must only look`)
  return 'two answers are equal'
}
