/** Where the addresses of files begin. What follows is a secret, and pages of any origin may use it. */
export const filesPath = "/v1/files/"
