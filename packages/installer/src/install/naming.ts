import { satisfies } from 'semver'
import type { Descriptor, Form } from '../descriptor/descriptor.ts'

// Until the grammar writes descriptors itself.
export function nameOf({ form }: Descriptor): string {
  return written(form)
}

function written(form: Form): string {
  switch (form.form) {
    case 'id':
      return form.host === undefined ? form.id : `${form.host}/${form.id}`
    case 'pulumi':
      return form.kind === 'resource' ? `pulumi:${form.name}` : `pulumi:${form.kind}/${form.name}`
    case 'terraform':
      return `terraform:${form.host === undefined ? '' : `${form.host}/`}${form.name}`
    case 'npm':
      return `npm:${form.name}`
    case 'git':
      return `git+${form.url}`
    case 'release':
      return `${form.forge}:${form.repository}`
    case 'url':
      return form.url
    case 'oci':
      return `oci:${form.repository}`
    case 'path':
      return form.path
  }
}

export function fits(descriptor: Descriptor, version: string): boolean {
  return descriptor.version === undefined || satisfies(version, descriptor.version)
}
