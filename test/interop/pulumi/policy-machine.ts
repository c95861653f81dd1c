import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { machine } from './machine.ts'

/** The messages of policies, in the printed lines of a command. */
export function reported(out: string): readonly string[] {
  return out
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes('policy-violation'))
    .map((line) => String(JSON.parse(line).message).replace(/^all\n/, ''))
}

/** The violations among the lines that a command has printed. */
export function violations(out: string) {
  return out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): Readonly<Record<string, unknown>> => JSON.parse(line))
    .filter(({ type }) => type === 'policy-violation')
    .map(({ pack: name, policy, enforcement, name: resource }) => [name, policy, enforcement, resource])
}

/** A machine with a policy pack beside its blueprint. */
export function withPack(t: TestContext, content: string) {
  const box = machine(t)
  const pack = box.at('pack')
  mkdirSync(pack)
  writeFileSync(join(pack, 'PulumiPolicy.yaml'), 'runtime: nodejs\n')
  writeFileSync(join(pack, 'package.json'), '{"name": "books-policy", "version": "1.0.0", "main": "index.js"}\n')
  writeFileSync(join(pack, 'index.js'), content)
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(pack, 'node_modules'))
  const configure = (text: string): void => writeFileSync(box.at('slipway.config.yaml'), text)
  return { ...box, pack, configure }
}
