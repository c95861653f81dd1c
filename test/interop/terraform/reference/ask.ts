/**
 * Asks the reference for its plans again, and keeps them in `answers/`: `tofu`, or `terraform` where that is on PATH.
 *
 *     node test/interop/terraform/reference/ask.ts [GROUP…]
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, type Answers, answersText, type PlannedResource, answerOf } from './answer.ts'
import { asTerraform } from './as-terraform.ts'
import type { Case, Configuration, Group } from './case.ts'
import { groups } from './cases.ts'
import { makeMachine } from './machine.ts'
import { providersOfSixty, sixtyAsTerraform } from './sixty.ts'
import { findReference, overrides, type ReferenceTool } from './tool.ts'

function ask(tool: ReferenceTool, file: string, { providers }: Group, one: Case): Answer {
  const machine = makeMachine({ TF_CLI_CONFIG_FILE: file, TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1' })
  const run = (...args: string[]): string =>
    execFileSync(tool.command, args, { cwd: machine.folder, env: machine.env, encoding: 'utf8', stdio: 'pipe' })
  const write = (wanted: Configuration): void =>
    writeFileSync(machine.at('main.tf.json'), asTerraform(wanted, providers))
  const plan = (...args: string[]): readonly PlannedResource[] => {
    run('plan', '-input=false', '-out=plan', ...args)
    return answerOf(run('show', '-json', 'plan'))
  }
  try {
    machine.trouble(one.trouble ?? [])
    if (one.before !== undefined) {
      write(one.before)
      try {
        run('apply', '-auto-approve', '-input=false')
      } catch (failure) {
        if (one.trouble === undefined) throw failure
      }
    }
    machine.trouble([])
    machine.meddle(one.meddling ?? [])
    write(one.wanted)
    const [without, refreshed] = [plan('-refresh=false'), plan()]
    const isSame = JSON.stringify(without) === JSON.stringify(refreshed)
    return { case: one.name, without, refreshed: isSame ? 'the same' : refreshed }
  } finally {
    machine.remove()
  }
}

async function renew(group: Group, tool: ReferenceTool): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-reference-'))
  try {
    const file = await overrides(group.providers, folder)
    const answers: Answers = {
      reference: tool.version,
      answers: group.cases.map((one) => {
        try {
          return ask(tool, file, group, one)
        } catch (cause) {
          throw new Error(`${group.name}, ${one.name}: ${String((cause as { stderr?: string }).stderr)}`, { cause })
        }
      }),
    }
    writeFileSync(join(import.meta.dirname, 'answers', `${group.name}.json`), answersText(answers))
    console.log(`${group.name}: ${group.cases.length} cases by ${tool.version}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Renews the state of sixty resources that the test takes over. */
async function renewState(tool: ReferenceTool): Promise<void> {
  const machine = makeMachine({ CHECKPOINT_DISABLE: '1' })
  try {
    mkdirSync(machine.at('providers'))
    const file = await overrides(providersOfSixty, machine.at('providers'))
    writeFileSync(machine.at('main.tf.json'), sixtyAsTerraform())
    const env = { ...machine.env, TF_CLI_CONFIG_FILE: file }
    execFileSync(tool.command, ['apply', '-auto-approve', '-input=false'], { cwd: machine.folder, env, stdio: 'pipe' })
    // This resource must be done before any other can be.
    execFileSync(tool.command, ['plan', '-detailed-exitcode', '-input=false'], {
      cwd: machine.folder,
      env,
      stdio: 'pipe',
    })
    copyFileSync(machine.at('terraform.tfstate'), join(import.meta.dirname, 'answers/sixty.tfstate'))
    console.log(`sixty: a state by ${tool.version}`)
  } finally {
    machine.remove()
  }
}

if (import.meta.main) {
  const tool = findReference()
  if (tool === undefined) throw new Error('there is neither tofu nor terraform on PATH')
  const wanted = process.argv.slice(2)
  for (const group of groups) if (wanted.length === 0 || wanted.includes(group.name)) await renew(group, tool)
  if (wanted.length === 0 || wanted.includes('sixty')) await renewState(tool)
}
