/** Prefix of the addresses of files. What follows is a secret, and pages of any origin may use it. */
export const filesPath = "/v1/files/"
