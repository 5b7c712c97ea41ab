//! Records: every format read and written, whole and broken, and `ryuma convert`.

mod broken;
mod convert;
mod games;
mod losses;
mod roundtrip;
mod shapes;
mod yonin;
