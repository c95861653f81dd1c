import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { heardOf } from './heard.ts'
import { machine } from '../machine.ts'

const names = ['lucky', 'plain', 'shell']

/** A machine with the providers in Go on its PATH, and a folder with a file for each thing that they have made. */
export function providersMachine(t: TestContext, executable: string) {
  const box = machine(t, {
    install: () => {},
    plugin: 'none',
    variables: (at) => ({
      PATH: `${at('bin')}:${process.env['PATH']}`,
      GO_BOOK: at('things'),
      GO_CALLS: at('calls'),
      GO_SAYS: at('says'),
    }),
  })
  const { at, run } = box
  rmSync(at('home/.pulumi'), { recursive: true })
  mkdirSync(at('bin'))
  mkdirSync(at('things'))
  for (const name of names) linkSync(executable, at(`bin/pulumi-resource-${name}`))
  const things = (): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
    Object.fromEntries(
      readdirSync(at('things')).map((file) => [
        file.replace(/\.json$/, ''),
        JSON.parse(readFileSync(join(at('things'), file), 'utf8')),
      ]),
    )
  return {
    ...box,
    things,
    /** Puts a thing there that was made or changed outside of Slipway. */
    put: (id: string, thing: object): void => writeFileSync(at(`things/${id}.json`), JSON.stringify(thing)),
    /** Makes the providers behave differently, until it is called with ''. */
    say: (word: string): void => (word === '' ? rmSync(at('says')) : writeFileSync(at('says'), word)),
    blueprint: (resources: string): void =>
      writeFileSync(at('go.blueprint.yaml'), `version: 2025-11-02\nresources:\n${resources}\n`),
    /** Names of the calls since the last time, without the question for a schema. */
    heard: (): string => heardOf(at('calls')),
    /** Returns the output of a command, which must succeed. */
    done: (...args: string[]): string => {
      const { code, out, err } = run(...args)
      if (code !== 0) throw new Error(`slipway ${args.join(' ')} ended with ${code}: ${err}${out}`)
      return out + err
    },
  }
}
