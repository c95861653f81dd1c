import {
  type Descriptor,
  descriptorText,
  type LongForm,
  parseDescriptor,
  rangeOf,
} from '@slipway/installer/descriptors'
import type { WantedPlugin } from '@slipway/engine'
import type { Value } from '@slipway/model'

/** Reads what a blueprint says of a plugin under a key. @throws Failure `install/bad-descriptor` */
export function wantedDescriptor(written: Value, folder: string): Descriptor {
  return parseDescriptor(written as string | LongForm, { cwd: folder })
}

/**
 * The part of it that can be compared with the plugin in use. A tag is not a version.
 *
 * @throws Failure `install/bad-descriptor`
 */
export function wantedPlugin(written: Value, folder: string): WantedPlugin {
  const descriptor = wantedDescriptor(written, folder)
  const { form, version } = descriptor
  const fits = version === undefined ? () => true : rangeOf(form.form, version).fits
  return { text: descriptorText(descriptor), fits, namespaces: (key) => namespacesOf(descriptor, key) }
}

/** The namespaces that types of a plugin may have which a project calls by this key: `random:` of a package of Pulumi stands beside `random`. */
export function namespacesOf({ form, as }: Descriptor, key: string): readonly string[] {
  if (form.form === 'pulumi') return [`${key}:`]
  return as !== undefined || form.form === 'id' || form.form === 'terraform' ? [key] : [key, `${key}:`]
}
