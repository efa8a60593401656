<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sonic-visualiser>
<sv>
<data>
  <model id="1" name="song" sampleRate="44100" start="0" end="1764000" type="wavefile" file="/home/me/song.wav" mainModel="true"/>
  <playparameters mute="false" pan="0" gain="1" clipId="" model="1"/>
  <model id="5" name="" sampleRate="44100" start="0" end="882000" type="sparse" dimensions="1" resolution="1" notifyOnAdd="true" dataset="4" />
  <dataset id="4" dimensions="1">
    <point frame="0" label="A" />
    <point frame="882000" label="B" />
  </dataset>
  <model id="8" name="" sampleRate="44100" start="0" end="1764000" type="sparse" dimensions="3" resolution="1" notifyOnAdd="true" dataset="7" subtype="region" valueQuantization="0" units="" />
  <dataset id="7" dimensions="3">
    <point frame="0" value="1" duration="441000" label="a" />
    <point frame="441000" value="1" duration="441000" label="a" />
    <point frame="882000" value="2" duration="882000" label="b" />
  </dataset>
  <model id="11" name="" sampleRate="44100" start="0" end="882000" type="sparse" dimensions="2" resolution="1024" notifyOnAdd="true" dataset="10" units="Hz" />
  <dataset id="10" dimensions="2">
    <point frame="0" value="440.5" label="" />
    <point frame="1024" value="441" label="" />
  </dataset>
  <model id="14" name="" sampleRate="44100" start="0" end="882000" type="sparse" dimensions="3" resolution="1" notifyOnAdd="true" dataset="13" subtype="note" />
  <dataset id="13" dimensions="3">
    <point frame="0" value="60" duration="1000" level="1" label="do" />
  </dataset>
  <layer id="2" type="waveform" name="Waveform" model="1"/>
  <layer id="6" type="timeinstants" name="Time Instants" model="5" presentationName="coarse"/>
  <layer id="9" type="regions" name="Regions" model="8"/>
  <layer id="12" type="timevalues" name="Pitch" model="11"/>
</data>
<display>
  <window width="1000" height="500"/>
  <view centre="0" zoom="1024" followPan="1" followZoom="1" tracking="page" type="pane" centreLineVisible="1" height="300">
    <layer id="2" type="waveform" name="Waveform" model="1" visible="true"/>
    <layer id="6" type="timeinstants" name="Time Instants" model="5" visible="true"/>
  </view>
</display>
<selections >
</selections>
</sv>
