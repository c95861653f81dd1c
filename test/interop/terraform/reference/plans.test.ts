// test:rest: a hundred configurations, with a run each
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { suite } from '../../needs.ts'
import { skipWithoutGo } from '../build.ts'
import { makeYard, type Yard } from '../yard.ts'
import type { Answer, Answers, PlannedResource } from './answer.ts'
import type { Case, Group } from './case.ts'
import { groups } from './cases.ts'
import { afterOf, canonical, linesOfReference, linesOfSlipway, type Step } from './compare.ts'
import { readMsgpack } from './msgpack.ts'

function answersOf({ name }: Group): ReadonlyMap<string, Answer> {
  const { answers }: Answers = JSON.parse(readFileSync(join(import.meta.dirname, `answers/${name}.json`), 'utf8'))
  return new Map(answers.map((answer) => [answer.case, answer]))
}

interface Planned {
  readonly lines: readonly string[]
  /** The provider's answer to each request for a plan. */
  readonly states: readonly string[]
}

async function plan(yard: Yard, ...args: readonly string[]): Promise<Planned> {
  const data = yard.at('data')
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data)
  const { code, stdout, stderr } = await yard.run('plan', '--json', ...args)
  assert.equal(code, 0, `${stdout}${stderr}`)
  const { steps }: { readonly steps: readonly Step[] } = JSON.parse(stdout)
  const files = readdirSync(data).filter((file) => file.endsWith('PlanResourceChange_Response_PlannedState.msgpack'))
  return {
    lines: linesOfSlipway(steps),
    states: files.map((file) => canonical(readMsgpack(readFileSync(join(data, file))))),
  }
}

/** Checks that the same actions happen to the same resources, and that the provider's answers have the same values. */
function requireSame(planned: Planned, reference: readonly PlannedResource[]): void {
  assert.deepEqual(planned.lines, linesOfReference(reference))
  const wanted = reference
    .filter(({ actions }) => actions.includes('create') || actions.includes('update'))
    .map(afterOf)
  // A provider with a very old SDK does not record its answers.
  if (
    planned.states.length === 0 &&
    reference.every(({ before, after }) => JSON.stringify([before, after]).includes('filename'))
  )
    return
  for (const state of wanted) if (!planned.states.includes(state)) assert.deepEqual(planned.states.at(-1), state)
}

async function asPlanned({ providers }: Group, one: Case, answer: Answer): Promise<void> {
  const yard = await makeYard(providers)
  try {
    if (one.before !== undefined) {
      yard.trouble(one.trouble ?? [])
      yard.write(one.before)
      const { code, stderr } = await yard.run('up', '--yes')
      if (one.trouble === undefined) assert.equal(code, 0, stderr)
      yard.trouble([])
    }
    yard.meddle(one.meddling ?? [])
    yard.write(one.wanted)
    requireSame(await plan(yard), answer.without)
    requireSame(await plan(yard, '--refresh'), answer.refreshed === 'the same' ? answer.without : answer.refreshed)
  } finally {
    yard.remove()
  }
}

/** `test:rest` runs one case out of this many; a file that is named on the command line runs whole. */
const oneOf = (process.env['SLIPWAY_TEST_CASES'] ?? '') === '' ? 1 : 5

for (const group of groups)
  suite(`${group.name}: a plan is that of the reference`, { skip: skipWithoutGo }, () => {
    const answers = answersOf(group)
    for (const one of group.cases.filter((_, at) => at % oneOf === 0))
      test(one.name, async () => {
        const answer = answers.get(one.name)
        assert.ok(answer, 'ask.ts asks the reference')
        await asPlanned(group, one, answer)
      })
  })
