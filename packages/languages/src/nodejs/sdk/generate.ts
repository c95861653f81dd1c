import type { MadeSdk } from '../../language.ts'
import { badSchema } from './read/tokens.ts'
import type { Package } from './read/model.ts'
import { readPackage } from './read/read-package.ts'
import { configFiles, readableConfig } from './write/config-files.ts'
import { enumFiles, enumsOf } from './write/enum-files.ts'
import { functionCode, functionDeclarations } from './write/function-text.ts'
import { indexFiles } from './write/index-files.ts'
import { fileOf } from './write/layout.ts'
import { packageJson } from './write/package-json.ts'
import { resourceCode } from './write/resource-code.ts'
import { resourceDeclarations } from './write/resource-declarations.ts'
import { typeFiles, typesIndex } from './write/type-files.ts'
import { utilitiesFiles } from './write/utilities-files.ts'
import { type SdkFile, type Writing, writingOf } from './write/writing.ts'
import { declared } from './read/words.ts'

const largestSdk = 1 << 30

/**
 * Makes an SDK from a package schema. Files are JavaScript with declarations beside it: a program can load them as they are, and no
 * compiler and no script runs when they are installed.
 *
 * @param version of the plugin, for schemas that say none
 * @throws Failure `package/bad-schema`
 */
export function sdkOf(schema: string, version = '0.0.0'): MadeSdk {
  const pkg = readPackage(schema, version)
  const leftOut = [...pkg.leftOut]
  const writing = writingOf(pkg, (line) => leftOut.push(line))
  return { name: pkg.name, version: pkg.version, leftOut, files: () => bounded(filesOf(pkg, writing)) }
}

function* bounded(files: Iterable<SdkFile>): Generator<SdkFile> {
  let size = 0
  for (const file of files) {
    size += file[1].length
    if (size > largestSdk) throw badSchema(`makes an SDK of more than ${largestSdk} characters`)
    yield file
  }
}

function* filesOf(pkg: Package, writing: Writing): Generator<SdkFile> {
  const { layout } = writing
  for (const placed of [layout.provider, ...layout.resources.values()]) {
    yield [`${fileOf(placed)}.d.ts`, resourceDeclarations(placed, writing)]
    yield [`${fileOf(placed)}.js`, resourceCode(placed, writing)]
  }
  for (const placed of layout.functions.values()) {
    yield [`${fileOf(placed)}.d.ts`, functionDeclarations(placed, writing)]
    yield [`${fileOf(placed)}.js`, functionCode(placed, writing)]
  }
  const enums = enumsOf(writing)
  const config = readableConfig(writing)
  yield* typeFiles(writing)
  yield* typesIndex()
  yield* enumFiles(enums)
  yield* configFiles(config, writing)
  yield* indexFiles(writing, { enums, config: config.map(({ name }) => declared(name)), hasTypes: pkg.types.size > 0 })
  yield* utilitiesFiles(pkg)
  yield ['package.json', packageJson(pkg)]
}
