import type { Package } from '../read/model.ts'
import { typesWithDefaults } from './defaults.ts'
import { type Layout, layoutOf } from './layout.ts'
import { TypeText } from './type-text.ts'
import { type Uses, usesOf } from './uses.ts'

/** The data that every file of an SDK is written from. */
export interface Writing {
  readonly pkg: Package
  readonly layout: Layout
  readonly uses: Uses
  /** Tokens of types with defaults for arguments. */
  readonly withDefaults: ReadonlySet<string>
  /** Spells types for the files of a folder. */
  readonly types: (folder: string) => TypeText
  /** Records that an element is left out. */
  readonly tell: (leftOut: string) => void
}

export function writingOf(pkg: Package, tell: (leftOut: string) => void): Writing {
  const layout = layoutOf(pkg, tell)
  const uses = usesOf(pkg)
  const types = (folder: string): TypeText => new TypeText(pkg, { layout, uses, folder })
  return { pkg, layout, uses, withDefaults: typesWithDefaults(pkg.types), types, tell }
}

/** A file of the SDK: its path below the package with `/`, and its text. */
export type SdkFile = readonly [path: string, text: string]

/** The first lines of each module. */
export const codeHead = '"use strict";\nObject.defineProperty(exports, "__esModule", { value: true });\n'

export function interfaceText(name: string, description: string, members: string): string {
  return `/**\n * ${description}\n */\nexport interface ${name} {\n${members}}\n`
}

/** The last arguments of calls in packages that the plugin has to learn about first. */
export function packageArgument({ served }: Package): string {
  return served === undefined ? '' : ', utilities.getPackage()'
}
