/** The words of the hall's page in all languages. */

/** All of them stand here, because that is all that the page says. */
export const WORDS = Object.freeze({
  en: {
    title: 'You are in the wifi of the show',
    text: 'There is no internet here, and none is needed. Let your phone stay in this network:',
    stay: 'Stay in this wifi',
    done: 'Your phone stays here',
    next: 'Close this window. Then scan the code on the big screen with your camera, or open this address in your browser:',
    go: 'To the show',
  },
  de: {
    title: 'Du bist im WLAN der Show',
    text: 'Hier gibt es kein Internet, und es braucht auch keines. Lass dein Handy in diesem Netz bleiben:',
    stay: 'In diesem WLAN bleiben',
    done: 'Dein Handy bleibt hier',
    next: 'Schließ dieses Fenster. Scann dann mit der Kamera den Code auf der Leinwand, oder öffne diese Adresse im Browser:',
    go: 'Zur Show',
  },
  fr: {
    title: 'Vous êtes dans le wifi du spectacle',
    text: 'Il n’y a pas d’internet ici, et il n’en faut pas. Laissez votre téléphone sur ce réseau :',
    stay: 'Rester dans ce wifi',
    done: 'Votre téléphone reste ici',
    next: 'Fermez cette fenêtre. Scannez ensuite le code du grand écran avec l’appareil photo, ou ouvrez cette adresse dans votre navigateur :',
    go: 'Vers le spectacle',
  },
  es: {
    title: 'Estás en el wifi del espectáculo',
    text: 'Aquí no hay internet, y no hace falta. Deja que tu teléfono se quede en esta red:',
    stay: 'Quedarse en este wifi',
    done: 'Tu teléfono se queda aquí',
    next: 'Cierra esta ventana. Luego escanea con la cámara el código de la pantalla grande, o abre esta dirección en el navegador:',
    go: 'Al espectáculo',
  },
  ar: {
    title: 'أنت في شبكة العرض',
    text: 'لا يوجد إنترنت هنا، ولا حاجة إليه. دع هاتفك يبقى في هذه الشبكة:',
    stay: 'البقاء في هذه الشبكة',
    done: 'هاتفك باقٍ هنا',
    next: 'أغلق هذه النافذة، ثم امسح بالكاميرا الرمز الذي على الشاشة الكبيرة، أو افتح هذا العنوان في المتصفح:',
    go: 'إلى العرض',
  },
});
