import { formatPluginId, parsePluginId } from '@slipway/model'
import { nearest } from '@slipway/source'
import valid from 'semver/functions/valid.js'
import type { DeclaredIdentity, Form } from './descriptor.ts'
import { Misread } from './misread.ts'

const kinds = ['provider', 'transformer'] as const
const right = 'write --as provider:NAMESPACE/NAME@VERSION, as --as provider:acme/sqlite@1.0.0'
const nameThemselves: ReadonlySet<Form['form']> = new Set(['id', 'pulumi', 'terraform', 'npm'])

/**
 * Reads `--as`, or `as` of the long form, for a plugin whose content does not give its identity.
 * @throws Misread
 */
export function readDeclared(text: string, form: Form): DeclaredIdentity {
  if (nameThemselves.has(form.form))
    throw new Misread('the descriptor already says what the plugin is', 'leave --as out')
  const found = /^([a-z]+):([^@\s]{1,200})@(\S{1,200})$/.exec(text.trim())
  const [, word = '', idText = '', versionText = ''] = found ?? []
  if (found === null) throw new Misread(`--as needs kind, id and version: "${text.slice(0, 100)}"`, right)
  const kind = kinds.find((each) => each === word)
  if (kind === undefined) {
    const meant = nearest(word, kinds)
    throw new Misread(
      `--as says "${word}", which is not a kind of plugin of the deploy engine`,
      meant === undefined ? right : `did you mean ${meant}?`,
    )
  }
  const id = parsePluginId(idText)
  if (id === undefined) throw new Misread(`--as says "${idText}", which is not an id`, right)
  const version = versionText.replace(/^v/, '')
  if (valid(version) === null || !/^\d/.test(version))
    throw new Misread(`--as says "${versionText}", which is not a version`, right)
  return { kind, id: formatPluginId(id), version }
}
