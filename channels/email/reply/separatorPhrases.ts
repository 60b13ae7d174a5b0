/** The words between dashes above the message being answered, "-----Original Message-----", by language. */
const original = `
ar الرسالة الأصلية, رسالة أصلية
bg оригинално съобщение, първоначално съобщение
bn মূল বার্তা
ca missatge original
cs původní zpráva, původní e-mail
da oprindelig meddelelse, original meddelelse, original besked
de ursprüngliche nachricht, originalnachricht, original-nachricht, original nachricht, ursprüngliche mail, antwort nachricht
el αρχικό μήνυμα
en original message, original email, original e-mail, original, reply message, replied message, reply separator
es mensaje original, correo original
et algne sõnum, algsõnum, algkiri
eu jatorrizko mezua
fa پیام اصلی
fi alkuperäinen viesti
fr message d'origine, message original, message initial, courriel original
gl mensaxe orixinal
he הודעה מקורית, ההודעה המקורית
hi मूल संदेश
hr izvorna poruka, originalna poruka
hu eredeti üzenet
id pesan asli
is upprunaleg skilaboð
it messaggio originale, messaggio original
ja 元のメッセージ, 元のメール
ko 원본 메시지, 원본 메일, 원본 메세지
lt pradinis laiškas, originalus laiškas, pradinis pranešimas
lv sākotnējais ziņojums, oriģinālais ziņojums
mk оригинална порака
ms mesej asal
nb opprinnelig melding, original melding
nl oorspronkelijk bericht, origineel bericht, oorspronkelijke bericht
pl oryginalna wiadomość, wiadomość oryginalna, wiadomość pierwotna
pt mensagem original
ro mesaj original, mesajul original, mesajul inițial
ru исходное сообщение, оригинальное сообщение, первоначальное сообщение, исходное письмо
sk pôvodná správa
sl izvirno sporočilo
sq mesazhi origjinal
sr оригинална порука, originalna poruka
sv originalmeddelande, ursprungligt meddelande, ursprungsmeddelande
th ข้อความต้นฉบับ, ข้อความเดิม
tr orijinal ileti, özgün ileti, orijinal mesaj, özgün mesaj
uk вихідне повідомлення, оригінальне повідомлення, початкове повідомлення
vi thư gốc, tin nhắn gốc
zh 原始邮件, 原邮件, 原始郵件, 原始信件, 回复的原邮件, 原始訊息, 邮件原件
`

/** Phrases for a forwarded message, reduced to the part that mail programs share, by language. */
const forwarded = `
ar معاد توجيهها, تمت إعادة توجيهها
bg препратено
ca missatge reenviat
cs přeposlaná zpráva, předaná zpráva
da videresendt meddelelse, videresendt besked
de weitergeleitete nachricht, weitergeleiteten nachricht, weitergeleitet
el προωθημένο μήνυμα
en forwarded message, forwarded by, forwarded e-mail, forwarded email
es mensaje reenviado, correo reenviado
et edastatud
fa هدایت شده
fi välitetty viesti, edelleenlähetetty, välitetyn viestin
fr message transféré, message réexpédié, message transmis
he הודעה שהועברה
hi अग्रेषित
hr proslijeđena poruka
hu továbbított üzenet
id pesan terusan, pesan yang diteruskan
it messaggio inoltrato
ja 転送されたメッセージ, 転送メッセージ, 転送メール
ko 전달된 메시지, 전달된 메일
lt persiųstas
lv pārsūtīt
ms mesej dimajukan
nb videresendt melding
nl doorgestuurd bericht, doorgestuurde bericht
pl przekazana wiadomość, wiadomość przekazana, przekazanej wiadomości, przesłana dalej
pt mensagem encaminhada, mensagem reencaminhada
ro mesaj redirecționat, mesajul redirecționat
ru пересылаемое сообщение, пересланное сообщение, перенаправленное сообщение
sk preposlaná správa
sl posredovano sporočilo
sr прослеђена порука, prosleđena poruka
sv vidarebefordrat meddelande
th ข้อความที่ส่งต่อ
tr iletilen ileti, iletilmiş mesaj, yönlendirilen ileti, yönlendirilmiş
uk переслане повідомлення, пересилається
vi thư đã chuyển tiếp, chuyển tiếp
zh 转发的邮件, 已转发邮件, 转发邮件, 轉寄的郵件, 轉寄郵件, 轉寄信件, 转发的信件
`

const phrases = (table: string) =>
  table
    .trim()
    .split("\n")
    .flatMap((row) => row.slice(row.indexOf(" ") + 1).split(", "))

const originals: ReadonlySet<string> = new Set(phrases(original))
const forwards = new RegExp(phrases(forwarded).join("|"), "iu")

/** Characters. A longer line is not a separator. */
const longest = 200

/** The words between two runs of dashes, as in `----- Original Message -----`; `undefined` if the line has no such form. */
export const betweenDashes = (words: string): string | undefined => {
  if (words.length > longest || !/^[-–—_=*]{2}/.test(words) || !/[-–—_=*]{2}:?$/.test(words)) return undefined
  return words.replace(/^[-–—_=*\s]+/, "").replace(/[-–—_=*\s:]+$/, "")
}

/** Whether a line announces the original message. */
export const saysOriginal = (words: string): boolean => {
  const inside = betweenDashes(words)
  return inside !== undefined && originals.has(inside.toLowerCase())
}

/** Whether a line has the same words without dashes, as feature phones write them: they count if a header follows. */
export const namesOriginal = (words: string): boolean =>
  words.length <= longest && originals.has(words.trim().toLowerCase())

/** Whether a line announces a forwarded message, between dashes or with a colon at its end. */
export const saysForwarded = (words: string): boolean =>
  words.length <= longest &&
  (betweenDashes(words) !== undefined || (words.length <= 80 && /[:：]$/.test(words))) &&
  forwards.test(words)
