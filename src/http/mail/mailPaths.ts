/** Prefix of the addresses of emails and their pictures. What follows is a secret. */
export const mailPath = "/mail/"
export const pageAddress = (token: string) => `${mailPath}pages/${token}`
export const pictureAddress = (token: string) => `${mailPath}pictures/${token}`
