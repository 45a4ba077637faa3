/** What every page needs of each edition: palette, fonts, art of the cards. It comes after the common styles. */
import.meta.glob('./*/style.css', { eager: true })
