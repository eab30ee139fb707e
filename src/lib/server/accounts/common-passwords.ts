/** The most common passwords of eight characters or more, lower-case: what an attacker tries first. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `password password1 password12 password123 password1234 password! passw0rd p@ssw0rd p@ssword pa55word
  12345678 123456789 1234567890 12345678910 0123456789 87654321 987654321 0987654321 9876543210 11111111 111111111
  00000000 000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999 12341234 11223344
  12121212 123123123 123321123 147258369 159753159 741852963 789456123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4
  q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwe123qwe asdfghjk asdfghjkl asdf1234
  asdfasdf zxcvbnm1 zxcvbnm123 zaq12wsx zaq1zaq1 1234qwer abcd1234 abc12345 abcdefgh abcdefghi a1b2c3d4 aa123456
  a12345678 a123456789 iloveyou iloveyou1 iloveyou2 iloveyou123 sunshine sunshine1 princess princess1 football football1
  baseball baseball1 basketball superman superman1 spiderman batman123 starwars pokemon1 trustno1 welcome1 welcome123
  welcome2 letmein1 letmein123 letmeinnow admin123 admin1234 admin12345 administrator rootroot root1234 test1234
  testtest testing1 testing123 user1234 guest123 changeme changeme1 changeme123 default1 computer internet whatever
  jennifer jessica1 michelle michael1 charlie1 jonathan samantha elizabeth victoria alexander benjamin christian
  liverpool liverpool1 chelsea1 chelseafc arsenal1 manchester barcelona realmadrid champion freedom1 blessing blessing1
  blessed1 goodluck godisgood jesus123 jesuschrist jesusislord emmanuel favour123 nigeria1 nigeria123 lagos123
  chocolate butterfly dolphins elephant swordfish dragon123 monkey123 shadow123 master123 killer123 hello123 helloworld
  lovelove loveme123 lovely123 mustang1 midnight summer123 winter123 autumn123 spring123 january1 february september
  october1 november december sunday123 monday123 qazwsxedc secret123 mypassword yourpassword nopassword newpassword
  1password passpass passport access14 corvette maverick mercedes ferrari1 porsche1 platinum diamond1 startrek
  cocacola peaches1 snickers babygirl babygirl1 babyboy1 sweetheart beautiful handsome bigdaddy forever1 12344321
  13131313 14141414 19871987 19901990 20002000 20202020 1234567a 123456ab 12345qwe 123qweasd 1a2b3c4d`.split(
    /\s+/,
  ),
);
