// test:rest: it gets SDKs from npm, and has the compiler read them
/** Our SDK of a schema has the same names and types as the SDK on npm. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { sdkOf } from '../../../../packages/languages/src/nodejs/sdk/generate.ts'
import { test } from '../../../cases.ts'
import { suite } from '../../needs.ts'
import { skip } from '../machine.ts'
import { command, random } from './known-schemas.ts'

const modules = join(import.meta.dirname, '../node_modules')

/** A folder with npm's SDK as `npm` and ours as `ours`, beside Pulumi's own. */
function both(t: TestContext, schema: Record<string, unknown>, version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-npm-sdk-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const name = `@pulumi/${String(schema['name'])}@${version}`
  const options = { cwd: folder, encoding: 'utf8', timeout: 120_000 } as const
  const archive = execFileSync('npm', ['pack', name, '--silent', '--ignore-scripts'], options).trim()
  mkdirSync(join(folder, 'npm'))
  execFileSync('tar', ['-xzf', archive, '-C', 'npm', '--strip-components=1'], options)
  for (const [path, text] of sdkOf(JSON.stringify(schema)).files()) {
    mkdirSync(dirname(join(folder, 'ours', path)), { recursive: true })
    writeFileSync(join(folder, 'ours', path), text)
  }
  mkdirSync(join(folder, 'node_modules/@pulumi'), { recursive: true })
  symlinkSync(join(modules, '@pulumi/pulumi'), join(folder, 'node_modules/@pulumi/pulumi'))
  return folder
}

type Flag = 'Alias' | 'Class' | 'Module' | 'Interface' | 'Value' | 'TypeAlias' | 'Optional'

interface Declaration {
  readonly type?: { getText(): string }
  getSourceFile(): { readonly fileName: string }
}

interface ExportedSymbol {
  readonly name: string
  readonly flags: number
  readonly exports?: ReadonlyMap<string, ExportedSymbol>
  readonly declarations?: readonly Declaration[]
}

interface ReadType {
  getConstructSignatures(): readonly { getReturnType(): ReadType }[]
}

interface Checker {
  getExportsOfModule(module: ExportedSymbol): readonly ExportedSymbol[]
  getAliasedSymbol(symbol: ExportedSymbol): ExportedSymbol
  getDeclaredTypeOfSymbol(symbol: ExportedSymbol): ReadType
  getTypeOfSymbol(symbol: ExportedSymbol): ReadType
  getPropertiesOfType(type: ReadType): readonly ExportedSymbol[]
  getSymbolAtLocation(source: object): ExportedSymbol | undefined
  signatureToString(signature: object): string
  typeToString(type: ReadType, enclosing: undefined, flags: number): string
}

/** The part of TypeScript 5 that the test uses. A clone without the SDKs has no TypeScript 5 to take the types from. */
interface Compiler {
  readonly SymbolFlags: Readonly<Record<Flag, number>>
  readonly TypeFormatFlags: { readonly NoTruncation: number }
  readonly ScriptTarget: { readonly ES2022: number }
  readonly ModuleKind: { readonly CommonJS: number }
  readonly ModuleResolutionKind: { readonly Node10: number }
  createProgram(
    files: readonly string[],
    options: object,
  ): { getSourceFile(file: string): object | undefined; getTypeChecker(): Checker }
}

/** Names and types, as a program sees them: the exports of modules, the members of interfaces and classes, and the constructors. */
class Surface {
  readonly seen = new Map<string, string>()
  readonly #ts: Compiler
  readonly #checker: Checker

  constructor(ts: Compiler, checker: Checker) {
    this.#ts = ts
    this.#checker = checker
  }

  visit(module: ExportedSymbol, before: string): void {
    const { SymbolFlags: flags } = this.#ts
    for (const exported of this.#checker.getExportsOfModule(module)) {
      const symbol = exported.flags & flags.Alias ? this.#checker.getAliasedSymbol(exported) : exported
      const name = `${before}${exported.name}`
      if (exported.name === 'prototype') continue
      const isClass = (symbol.flags & flags.Class) !== 0
      if (symbol.flags & flags.Module && !isClass) this.visit(symbol, `${name}.`)
      if (symbol.flags & (flags.Interface | flags.Class))
        this.#members(name, this.#checker.getDeclaredTypeOfSymbol(symbol))
      if (isClass)
        for (const inner of symbol.exports?.values() ?? [])
          if (inner.flags & flags.Interface)
            this.#members(`${name}.${inner.name}`, this.#checker.getDeclaredTypeOfSymbol(inner))
      if (symbol.flags & flags.Value && (!(symbol.flags & flags.Module) || isClass)) this.#value(name, symbol)
      else if (symbol.flags & flags.TypeAlias)
        this.seen.set(name, this.#text(this.#checker.getDeclaredTypeOfSymbol(symbol)))
    }
  }

  #value(name: string, symbol: ExportedSymbol): void {
    const type = this.#checker.getTypeOfSymbol(symbol)
    const made = type.getConstructSignatures()
    if (made.length === 0) this.seen.set(name, this.#text(type))
    for (const signature of made) {
      this.seen.set(`${name} new`, this.#checker.signatureToString(signature))
      this.#members(name, signature.getReturnType())
    }
    for (const each of this.#checker.getPropertiesOfType(type))
      if (['get', 'isInstance'].includes(each.name))
        this.seen.set(`${name}.${each.name}`, this.#text(this.#checker.getTypeOfSymbol(each)))
  }

  #members(name: string, type: ReadType): void {
    for (const member of this.#checker.getPropertiesOfType(type)) {
      const [declaration] = member.declarations ?? []
      const isOwn =
        declaration !== undefined && !/@pulumi\/pulumi\/|typescript\/lib/.test(declaration.getSourceFile().fileName)
      if (!isOwn || member.name.startsWith('__')) continue
      const written = declaration.type?.getText()
      const optional = member.flags & this.#ts.SymbolFlags.Optional ? '?' : ''
      this.seen.set(
        `${name}#${member.name}`,
        `${optional}${written === undefined ? this.#text(this.#checker.getTypeOfSymbol(member)) : plain(written)}`,
      )
    }
  }

  #text(type: ReadType): string {
    return plain(this.#checker.typeToString(type, undefined, this.#ts.TypeFormatFlags.NoTruncation))
  }
}

/** Older SDKs write `Input<T>` for `Input<T | undefined>` in a property that is optional anyway. */
function plain(text: string): string {
  const one = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/;? \}/g, ' }')
    .replaceAll(' | undefined>', '>')
    .replaceAll(/import\("[^"]*"\)\./g, '')
  return one
    .split(' | ')
    .filter((each) => each !== 'undefined')
    .toSorted()
    .join(' | ')
}

function surfaces(folder: string): readonly ReadonlyMap<string, string>[] {
  const ts = createRequire(join(modules, 'x'))('typescript') as Compiler
  const files = ['npm', 'ours'].map((name) => join(folder, name, 'index.d.ts'))
  const options = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    types: [],
    noEmit: true,
  }
  const program = ts.createProgram(files, options)
  return files.map((file) => {
    const source = program.getSourceFile(file)
    const symbol = source && program.getTypeChecker().getSymbolAtLocation(source)
    assert.ok(symbol, file)
    const surface = new Surface(ts, program.getTypeChecker())
    surface.visit(symbol, '')
    return surface.seen
  })
}

suite('an SDK that is made has the names and types of that on npm', { skip }, () => {
  for (const [schema, version, least] of [
    [random, '4.21.2', 190],
    [command, '1.2.1', 150],
  ] as const)
    test(String(schema['name']), (t) => {
      const [npm, ours] = surfaces(both(t, schema, version))
      assert.ok(npm && ours && npm.size > least)
      assert.deepEqual(Object.fromEntries(ours), Object.fromEntries(npm))
    })
})
