/** The version of Pulumi whose protocol this is: what plugins are told, and what their own demands are held against. */
export const pulumiVersion = '3.260.0'
