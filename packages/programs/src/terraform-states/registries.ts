/** The registry of a provider whose name has no host. */
export const defaultRegistry = 'registry.opentofu.org'

/** The registry that states of Terraform name. OpenTofu understands it in a state, too. */
export const terraformRegistry = 'registry.terraform.io'

/** `terraform:hashicorp/local`; with the host, if it is not the default one. */
export function descriptorOfSource(source: string): string {
  return `terraform:${source.startsWith(`${defaultRegistry}/`) ? source.slice(defaultRegistry.length + 1) : source}`
}
