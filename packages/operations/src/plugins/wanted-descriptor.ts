import {
  type Descriptor,
  descriptorText,
  type LongForm,
  parseDescriptor,
  rangeOf,
} from '@slipway/installer/descriptors'
import type { WantedPlugin } from '@slipway/engine'
import type { Value } from '@slipway/model'

/** Parses a blueprint's entry for a plugin. @throws */
export function wantedDescriptor(written: Value, folder: string): Descriptor {
  return parseDescriptor(written as string | LongForm, { cwd: folder })
}

/**
 * Returns a wanted plugin in a form to compare with the plugin in use. A tag is not a version.
 *
 * @throws Failure `install/bad-descriptor`
 */
export function wantedPlugin(written: Value, folder: string): WantedPlugin {
  const descriptor = wantedDescriptor(written, folder)
  const { form, version } = descriptor
  const fits = version === undefined ? () => true : rangeOf(form.form, version).fits
  return { text: descriptorText(descriptor), fits, namespaces: (key) => namespacesOf(descriptor, key) }
}

/** Returns the possible namespaces of a plugin's types under a project's key: `random`, or `random:` for a Pulumi package. */
export function namespacesOf({ form, as }: Descriptor, key: string): readonly string[] {
  if (form.form === 'pulumi') return [`${key}:`]
  return as !== undefined || form.form === 'id' || form.form === 'terraform' ? [key] : [key, `${key}:`]
}
