/** The name of a provider's program: `terraform-provider-time_v0.12.1_x5`, `terraform-provider-time`; its type and its version. */
export const providerProgram = /^terraform-provider-([a-z\d][a-z\d-]*?)(?:_v(\d[\w.+-]*?)(?:_x\d+)?)?$/
