/** A program that deploys: argv[2] is a blueprint. */
import { corePluginRoot, destroy, exportsOf, type InlineProgram, Output, type Slipway, up } from '@slipway/operations'

const [, , file = ''] = process.argv
const slipway: Slipway = { env: process.env, cwd: process.cwd(), ownPlugins: corePluginRoot() }
const request = { file, approve: true } as const
const { outcome } = await up(slipway, request)
const { exports } = await exportsOf(slipway, request)
console.log(`${outcome}: ${Object.keys(exports).join(', ')}`)
console.log((await destroy(slipway, request)).outcome)

const program: InlineProgram = (stack) => {
  const pet = stack.resource('pet', 'random/pet', { words: 2 })
  // @ts-expect-error a pet has no such field
  void (() => pet.output('nme'))
  // @ts-expect-error a file is given its path
  void (() => stack.resource('no', 'local/file', { content: 'x' }))
  const words: Output<number> = pet.output('result').map((name) => name.split('-').length)
  stack.resource('tag', 'local/file', { path: 'inline.txt', content: Output.text`${words}` })
  stack.export('words', words)
}
const inline = { instance: 'inline', approve: true } as const
const made = await up(slipway, { ...inline, program })
console.log(`${made.outcome}: ${'exports' in made ? JSON.stringify(made.exports['words']) : ''}`)
console.log((await destroy(slipway, inline)).outcome)
