/** Where mails and their pictures are shown. What follows is a secret. */
export const mailPath = "/mail/"
export const pageAddress = (token: string) => `${mailPath}pages/${token}`
export const pictureAddress = (token: string) => `${mailPath}pictures/${token}`
